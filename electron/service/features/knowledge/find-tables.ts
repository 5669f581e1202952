import { groupLines, hasHeader, type LineGroup } from '../../../../shared/knowledge/table-rows.ts';

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
        last = { header: firstLine.replace(/^ +/, '').trimEnd(), width, isCsv: group.isCsv };
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

/** Returns the number of columns, or 0 if the lines are not rows. A row whose last cells are empty is shorter. */
function getWidth({ rows }: LineGroup): number {
  return Math.max(0, ...(rows ?? []).map((cells) => cells.length));
}
