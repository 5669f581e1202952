import { cover, type Covered } from './covered-places.ts';
import type { LayoutRow } from './layout-item.ts';

/** A table needs this many rows with several cells. */
const minRows = 2;
/** Fewer rows can have cells in the same column by chance. */
const minFilledRows = 3;
/** The nearest rows show the columns of a table. */
const maxComparedRows = 4;
const sameStartPoints = 3;
const maxSmallerShare = 0.95;

/**
 * Splits the rows of tables that follow each other without a distance. Both have columns that cells of the other one cross, which the
 * rows of one table have not.
 */
export function splitTouchingTables(rows: readonly LayoutRow[], gutterEms: number): readonly (readonly LayoutRow[])[] {
  const start = findSecondTable(rows, gutterEms);
  if (start < 0) return [rows];
  const title = isTitle(rows[start - 1], rows.slice(start)) ? start - 1 : start;
  return [
    ...splitTouchingTables(rows.slice(0, title), gutterEms),
    ...(title < start ? [rows.slice(title, start)] : []),
    ...splitTouchingTables(rows.slice(start), gutterEms),
  ];
}

/** Returns the first row of the second table, at which the tables have the fewest empty cells, or -1. */
function findSecondTable(rows: readonly LayoutRow[], gutterEms: number): number {
  const places = rows.flatMap((row, index) => (row.items.length > 1 ? [index] : []));
  const getDistance = (index: number) => (rows[index - 1]?.y0 ?? 0) - (rows[index]?.y0 ?? 0);
  const distances = rows.slice(1).map((_, index) => getDistance(index + 1));
  const median = distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0;
  const take = (indexes: readonly number[]) => indexes.flatMap((index) => rows[index] ?? []);
  let found = { start: -1, emptyCount: Infinity, distance: 0 };
  for (let at = minRows; at <= places.length - minRows; at += 1) {
    const start = places[at] ?? 0;
    const [above, below] = [
      take(places.slice(Math.max(0, at - maxComparedRows), at)),
      take(places.slice(at, at + maxComparedRows)),
    ];
    const [upper, lower] = [addUp(above, gutterEms), addUp(below, gutterEms)];
    const distance = (rows[places[at - 1] ?? 0]?.y0 ?? 0) - (rows[start]?.y0 ?? 0);
    const [first, second] = [
      { rows: above, columns: upper },
      { rows: below, columns: lower },
    ];
    if (distance < median * maxSmallerShare || !differs(first, second) || !differs(second, first)) continue;
    const emptyCount = countEmpty(above, upper) + countEmpty(below, lower);
    const isBetter = emptyCount < found.emptyCount || (emptyCount === found.emptyCount && distance > found.distance);
    if (isBetter) found = { start, emptyCount, distance };
  }
  return found.start;
}

/** Counts the empty cells of rows. */
function countEmpty(rows: readonly LayoutRow[], columns: readonly Covered[]): number {
  return rows.reduce((sum, row) => sum + columns.filter((column) => !isFilled(row, column)).length, 0);
}

/** Returns what rows cover together. */
function addUp(rows: readonly LayoutRow[], gutterEms: number): readonly Covered[] {
  return rows.reduce<readonly Covered[]>((sum, row) => cover(sum, row, gutterEms), []);
}

type Columns = { readonly rows: readonly LayoutRow[]; readonly columns: readonly Covered[] };

/** Whether cells of other rows cross a gap between columns, or all of them have no cell in a column that is always filled. */
function differs({ rows, columns }: Columns, others: Columns): boolean {
  const countRows = (column: Covered) => rows.filter((row) => isFilled(row, column)).length;
  const isCrossed = columns.slice(1).some((column, index) => {
    const before = columns[index] ?? column;
    const isGap = Math.min(countRows(before), countRows(column)) >= minRows;
    return isGap && others.columns.some(({ x0, x1 }) => x0 <= before.x1 && x1 >= column.x0);
  });
  if (isCrossed || rows.length < minFilledRows) return isCrossed;
  return columns.some(
    (column) =>
      rows.every((row) => isFilled(row, column)) &&
      others.columns.every(({ x0, x1 }) => x0 >= column.x1 || x1 <= column.x0),
  );
}

function isFilled({ items }: LayoutRow, column: Covered): boolean {
  return items.some(({ x0, x1 }) => x0 < column.x1 && x1 > column.x0);
}

/** Whether a row is one text that begins where the table below it does, or further left. */
function isTitle(row: LayoutRow | undefined, below: readonly LayoutRow[]): boolean {
  return row?.items.length === 1 && row.x0 < Math.min(...below.map(({ x0 }) => x0)) + sameStartPoints;
}
