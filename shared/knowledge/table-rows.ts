/** The cells of a line. */
export type TableRow = readonly string[];

/** Consecutive lines of the same kind: rows of one table, or lines without cells. */
export type LineGroup = {
  readonly lines: readonly string[];
  /** The cells of each line, without lines that only separate a header; null if the lines have no cells. */
  readonly rows: readonly TableRow[] | null;
  /** Whether the cells are separated by commas or semicolons, as in a CSV file. */
  readonly isCsv: boolean;
};

const maxHeaderCellChars = 40;
/** Says in the place of a time or a price that there is none: "Monday: closed" is no header. */
const emptyValuePattern =
  /^(?:closed|free|none|n\/a|included|geschlossen|ruhetag|kostenlos|gratis|frei|fermé|gratuit|cerrado|gratuito|chiuso|encerrado|gesloten|stängt|lukket|suljettu|zamknięte)$/i;
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
  // A tab at the start follows an empty cell.
  if (separator === '\t')
    return line
      .trimEnd()
      .split(separator)
      .map((cell) => cell.trim());
  const trimmed = line.trim();
  // A bar at both ends encloses the row of a Markdown table; at one end, the first or last cell is empty.
  const isEnclosed = trimmed.startsWith('|') && trimmed.endsWith('|');
  const inner = isEnclosed ? trimmed.slice(1, -1) : ` ${trimmed} `;
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
  // The column of the names of rows often has no name.
  const areNames = header.every((cell, column) => isColumnName(cell) || (column === 0 && cell === ''));
  if (body.length === 0 || header.length < 2 || !areNames) return false;
  const hasNumbersBelow = header.some((name, column) => {
    const numberCount = body.filter((cells) => /\d/.test(cells[column] ?? '')).length;
    return name !== '' && !/\d/.test(name) && numberCount * 2 > body.length;
  });
  return (
    hasNumbersBelow || (!/\d/.test(header.join('')) && body.some((cells) => countChars(cells) > 2 * countChars(header)))
  );
}

function isColumnName(cell: string): boolean {
  return (
    cell.length <= maxHeaderCellChars &&
    /\p{L}/u.test(cell) &&
    !/[$€£]\s?\d|[.!;:]$/.test(cell) &&
    !emptyValuePattern.test(cell)
  );
}

function countChars(cells: TableRow): number {
  return cells.join('').length;
}
