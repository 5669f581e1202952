import { joinCell, type BodyPiece } from './body-piece.ts';

export type TableCell = {
  readonly pieces: BodyPiece[];
  span: number;
  verticalMerge: 'restart' | 'continue' | undefined;
  continuesLeft: boolean;
  isDeleted: boolean;
  fill: string | undefined;
};

export type TableRow = {
  readonly cells: TableCell[];
  gridBefore: number;
  gridAfter: number;
  isHeader: boolean;
  isLeftOut: boolean;
};

/** Converts the rows of a table to pieces in which each row has all of its cells, those that it shares with others too. */
export type TableBuilder = {
  readonly addGridColumn: () => void;
  /** Returns the pieces that are complete. */
  readonly addRow: (row: TableRow) => readonly BodyPiece[];
  readonly finish: () => readonly BodyPiece[];
};

type Line = { readonly columns: readonly string[]; readonly isHeader: boolean; readonly hasSharedCell: boolean };

/** Word has at most 63 columns. */
const maxColumns = 64;
/** A longer text of a merged cell is only in its first row and column. */
const maxRepeatedChars = 100;
const maxHeaderRows = 4;

export function createCell(): TableCell {
  return { pieces: [], span: 1, verticalMerge: undefined, continuesLeft: false, isDeleted: false, fill: undefined };
}

export function createRow(): TableRow {
  return { cells: [], gridBefore: 0, gridAfter: 0, isHeader: false, isLeftOut: false };
}

export function readSpan(value: string | undefined): number {
  return Math.min(maxColumns, Math.max(0, Number(value) || 0));
}

/** `spendTextBudget` is called with the length of each text that is repeated. */
export function createTableBuilder(spendTextBudget: (chars: number) => void): TableBuilder {
  let gridColumns = 0;
  let rowCount = 0;
  /** The text above each column, which a merged cell continues. */
  let above: readonly string[] = [];
  let headers: readonly Line[] = [];

  const layOut = (row: TableRow): Line => {
    const columns = Array.from({ length: row.gridBefore }, () => '');
    const next = [...columns];
    let hasSharedCell = false;
    for (const cell of row.cells) {
      const start = columns.length;
      const isRepeated = cell.verticalMerge === 'continue' || cell.continuesLeft;
      const source = cell.continuesLeft ? next[start - 1] : above[start];
      const text = isRepeated ? (source ?? '') : cell.isDeleted ? '' : joinCell(cell.pieces);
      for (let index = 0; index < cell.span && columns.length < maxColumns; index += 1) {
        const isFirst = index === 0 && !isRepeated;
        const isKept = isFirst || text.length <= maxRepeatedChars;
        if (!isFirst && isKept) spendTextBudget(text.length);
        columns.push(isKept ? text : '');
        next.push(text);
      }
      hasSharedCell ||= cell.span > 1 || cell.continuesLeft;
    }
    above = next;
    const after = Array.from({ length: Math.min(row.gridAfter, maxColumns - columns.length) }, () => '');
    return { columns: [...columns, ...after], isHeader: row.isHeader, hasSharedCell };
  };

  const takeHeaders = (): readonly BodyPiece[] => {
    const taken = headers;
    headers = [];
    return taken.length === 0 ? [] : [toPiece(combineHeaders(taken))];
  };

  return {
    addGridColumn() {
      gridColumns += 1;
    },
    addRow(row) {
      if (row.isLeftOut) return [];
      const isFirstRow = rowCount === 0;
      rowCount += 1;
      const [onlyCell] = row.cells;
      const isWide = row.cells.length === 1 && row.gridBefore + row.gridAfter === 0;
      const line = layOut(row);
      if (line.columns.every((column) => column === '')) return [];
      // A frame around text is not a table.
      if (isWide && gridColumns === 1 && onlyCell && onlyCell.pieces.length > 1 && !onlyCell.isDeleted)
        return [...takeHeaders(), ...onlyCell.pieces];
      if (isWide) return [...takeHeaders(), toPiece(line.columns.slice(0, 1))];
      const lastHeader = headers.at(-1);
      const isHeader = lastHeader
        ? headers.length < maxHeaderRows && (line.isHeader || isBelowSharedHeader(line, lastHeader))
        : isFirstRow && (line.isHeader || line.hasSharedCell);
      if (!isHeader) return [...takeHeaders(), toPiece(line.columns)];
      headers = [...headers, line];
      return [];
    },
    finish: takeHeaders,
  };
}

function toPiece(columns: readonly string[]): BodyPiece {
  return { kind: 'row', text: columns.join(' | ') };
}

/** Whether a row divides the shared cells of the row above it, as "Adult" and "Child" do below "Price". */
function isBelowSharedHeader({ columns }: Line, header: Line): boolean {
  if (!header.hasSharedCell || columns.length !== header.columns.length) return false;
  return columns.every((column, index) => {
    const name = header.columns[index];
    const isShared = name !== '' && (name === header.columns[index - 1] || name === header.columns[index + 1]);
    return isShared ? column !== '' && column !== name && !/\d/.test(column) : column === '' || column === name;
  });
}

/** Returns one row that names the columns: "Price Adult". */
function combineHeaders(lines: readonly Line[]): readonly string[] {
  const width = Math.max(...lines.map(({ columns }) => columns.length));
  return Array.from({ length: width }, (_, index) => {
    const names = new Set(lines.map(({ columns }) => columns[index] ?? '').filter((name) => name !== ''));
    return [...names].join(' ');
  });
}
