/** The cells of a line. */
export type TableRow = readonly string[];

/** Consecutive lines of the same kind: rows of one table, or lines without cells. */
type LineGroup = {
  readonly lines: readonly string[];
  /** The cells of each line, without lines that only separate a header; null if the lines have no cells. */
  readonly rows: readonly TableRow[] | null;
  /** Whether the cells are separated by commas or semicolons, as in a CSV file. */
  readonly isCsv: boolean;
};

const maxHeaderCellChars = 40;
/** Sentences can contain commas, so a line of a CSV file needs more columns than another row. */
const minCsvColumns = 3;

/** Groups the lines of a text. A line is in exactly one group. */
export function groupLines(lines: readonly string[]): readonly LineGroup[] {
  const groups: { kind: string; lines: string[]; rows: TableRow[] | null; isCsv: boolean }[] = [];
  for (const line of lines) {
    const cells = splitCells(line);
    const csv = cells ? null : splitCsvLine(line);
    const kind = cells ? 'cells' : csv ? `${csv.separator}${csv.cells.length}` : 'text';
    let group = groups.at(-1);
    if (group?.kind !== kind) {
      group = { kind, lines: [], rows: cells || csv ? [] : null, isCsv: csv !== null };
      groups.push(group);
    }
    group.lines.push(line);
    const row = cells ?? csv?.cells;
    if (row && !row.every((cell) => /^:?-{2,}:?$/.test(cell))) group.rows?.push(row);
  }
  return groups;
}

/** Splits a line at tabs, which the PDF reader writes between columns, or at vertical bars, which the DOCX reader writes. */
function splitCells(line: string): TableRow | null {
  const separator = [' | ', '\t'].find((candidate) => line.includes(candidate));
  if (separator === undefined) return null;
  const inner = line.trim().replace(/^\||\|$/g, '');
  return inner.split(separator).map((cell) => cell.trim());
}

/** Splits a line of a CSV file (RFC 4180). Returns null if it has too few columns. */
function splitCsvLine(line: string): { readonly cells: TableRow; readonly separator: string } | null {
  const separator = [';', ','].find((candidate) => line.split(candidate).length >= minCsvColumns);
  if (separator === undefined) return null;
  const cells: string[] = [];
  let isQuoted = false;
  for (const part of line.split(separator)) {
    const cell: string = isQuoted ? `${cells.pop() ?? ''}${separator}${part}` : part;
    cells.push(cell);
    isQuoted = (cell.match(/"/g)?.length ?? 0) % 2 === 1;
  }
  if (cells.length < minCsvColumns) return null;
  return {
    separator,
    cells: cells.map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"'),
    ),
  };
}

/** Whether the first row names the columns: in short words, above a column of numbers or above much longer texts. */
export function hasHeader([header = [], ...body]: readonly TableRow[]): boolean {
  if (body.length === 0 || header.length < 2 || !header.every(isColumnName)) return false;
  const hasNumbersBelow = header.some((name, column) => {
    const numberCount = body.filter((cells) => /\d/.test(cells[column] ?? '')).length;
    return !/\d/.test(name) && numberCount * 2 > body.length;
  });
  return (
    hasNumbersBelow || (!/\d/.test(header.join('')) && body.some((cells) => countChars(cells) > 2 * countChars(header)))
  );
}

function isColumnName(cell: string): boolean {
  return cell.length <= maxHeaderCellChars && /\p{L}/u.test(cell) && !/[$€£]\s?\d|[.!;]$/.test(cell);
}

function countChars(cells: TableRow): number {
  return cells.join('').length;
}

/** A range of a text that contains the rows of a table. */
export type TextTable = {
  readonly start: number;
  /** Where the rows below the header begin: `start`, if the header is in an earlier section. */
  readonly bodyStart: number;
  readonly end: number;
  /** The row that names the columns. */
  readonly header: string;
};

/** Sentences can have the same number of commas by chance, so a table of a CSV file needs more rows. */
const minCsvRows = 4;
/** A page number and a page footer can be between two parts of a table. */
const maxLinesBetweenParts = 2;

/**
 * Returns a function that finds the tables with a header in a text. Call it for each section of a document in order: rows
 * without a header that follow a table of the same width belong to that table.
 */
export function createTableFinder(): (text: string) => readonly TextTable[] {
  let last: { readonly header: string; readonly width: number; readonly isCsv: boolean } | null = null;
  let linesSinceTable = 0;
  return (text) => {
    const tables: TextTable[] = [];
    let start = 0;
    for (const group of groupLines(text.split('\n'))) {
      const end = start + group.lines.join('\n').length;
      const width = getWidth(group);
      const [firstLine = ''] = group.lines;
      if (isTableWithHeader(group)) {
        last = { header: firstLine.trim(), width, isCsv: group.isCsv };
        tables.push({ start, bodyStart: start + firstLine.length, end, header: last.header });
        linesSinceTable = 0;
      } else if (last?.width === width && last.isCsv === group.isCsv && linesSinceTable <= maxLinesBetweenParts) {
        tables.push({ start, bodyStart: start, end, header: last.header });
        linesSinceTable = 0;
      } else linesSinceTable += group.lines.filter((line) => line.trim() !== '').length;
      start = end + 1;
    }
    return tables;
  };
}

function isTableWithHeader({ rows, isCsv }: LineGroup): boolean {
  return rows !== null && hasHeader(rows) && (!isCsv || rows.length >= minCsvRows);
}

/** Returns the number of columns, or 0 if the lines are not rows. A PDF has no empty cells, so a row can be shorter. */
function getWidth({ rows }: LineGroup): number {
  return Math.max(0, ...(rows ?? []).map((cells) => cells.length));
}
