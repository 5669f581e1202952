import { joinCellLines, type Compounds } from './join-lines.ts';
import { groupRows, type LayoutItem, type LayoutRow } from './layout-item.ts';

/** Without rules between them, this many lines of two columns at the same heights are rows. */
const minUnruledRows = 3;
const minRowShare = 0.8;
const minWholeShare = 0.9;
/** Two lines are rows if this many columns have a value in both. */
const minValueColumns = 2;
const sameHeightEms = 0.15;
const minInnerGapEms = 0.35;
const maxValueChars = 24;

const value = /^[^\p{L}]{0,3}(?:\d[^\p{L}]*(?:\p{L}{1,3}\.?)?|[-–—*./]+)$/u;
const currency = /^[^\p{L}\d]*(?:\p{Sc}|\p{Lu}{3})?[^\p{L}\d]*$/u;

/** Splits the cells of a row that are whole columns: several of them have lines at the same heights. */
export function splitUnruledRow(
  cells: readonly (readonly LayoutItem[])[],
  compounds: Compounds,
): readonly (readonly string[])[] | null {
  const lines = groupRows(cells.flat());
  const [first = []] = cells;
  if (lines.length < 2 || !(areRows(lines, first) || areValues(lines, cells))) return null;
  return lines.map((row) =>
    cells.map((cell) =>
      joinCell(
        row.items.filter((item) => cell.includes(item)),
        compounds,
      ),
    ),
  );
}

function areRows(lines: readonly LayoutRow[], first: readonly LayoutItem[]): boolean {
  const isRow = (row: LayoutRow) => row.items.length > 1 && row.items.some((item) => first.includes(item));
  return (
    lines.length >= minUnruledRows && !isContinued(first) && lines.filter(isRow).length >= lines.length * minRowShare
  );
}

/** Whether values are beside the lines of the first cell, so that a line without any is the name of a group. */
function areValues(lines: readonly LayoutRow[], [first = [], ...others]: readonly (readonly LayoutItem[])[]): boolean {
  const values = others.flat().filter(isValue);
  const valued = lines.filter(({ items }) => items.some((item) => values.includes(item)));
  const named = valued.filter(({ items }) => items.some((item) => first.includes(item)));
  if (valued.length < 2 || isContinued(first)) return false;
  // A cell that is wrapped does not have a number in each of its lines.
  const areNumbered = first.length === lines.length && first.every(isValue) && named.length === lines.length;
  if (areNumbered && others.some((cell) => cell.filter(isValue).length === lines.length)) return true;
  if (values.length < others.flat().length * minRowShare || named.length < valued.length * minRowShare) return false;
  const full = others.filter((cell) => cell.filter(isValue).length >= valued.length * minRowShare);
  return full.length >= (valued.length < minUnruledRows ? minValueColumns : 1);
}

/** Whether a cell has so many lines that they can be rows. */
export function hasSeveralLines(items: readonly LayoutItem[]): boolean {
  return groupRows(items).length >= minUnruledRows;
}

function isContinued(cell: readonly LayoutItem[]): boolean {
  return cell.some(({ segment }) => /^\p{Ll}/u.test(segment?.text ?? ''));
}

export function isValue({ segment }: LayoutItem): boolean {
  const text = segment?.text ?? '';
  return text.length <= maxValueChars && value.test(text);
}

export function joinCell(items: readonly LayoutItem[], compounds: Compounds): string {
  return joinCellLines(groupRows(items).map(joinRow), compounds);
}

function joinRow({ items }: LayoutRow): string {
  return items.map(({ segment }) => segment?.text ?? '').join(' ');
}

/** Whether cells that seem to be merged over the same columns have items in several of them, and few items are in two. */
export function haveColumns(cells: readonly (readonly LayoutItem[])[], getColumn: (x: number) => number): boolean {
  const items = cells.flat();
  if (items.some(({ segment }) => !segment)) return false;
  const whole = items.filter(({ x0, x1 }) => getColumn(x0) === getColumn(x1));
  if (whole.length < items.length * minWholeShare) return false;
  const isDivided = (row: LayoutRow) => new Set(row.items.map(({ x0 }) => getColumn(x0))).size > 1;
  const lines = cells.map((cell) => groupRows(cell));
  return areMost(lines.flat(), isDivided) || areMost(lines, (own) => own.some(isDivided));
}

function areMost<T>(values: readonly T[], has: (value: T) => boolean): boolean {
  return values.length >= minUnruledRows && values.filter(has).length >= values.length * minRowShare;
}

/** Whether the lines of a cell that is beside several rows are at the heights of those rows, one beside each. */
export function hasRows(
  items: readonly LayoutItem[],
  beside: readonly LayoutItem[],
  getRow: (y: number) => number,
  rowCount: number,
): boolean {
  const lines = groupRows(items);
  if (lines.length < rowCount * minRowShare || isContinued(items)) return false;
  const rows = lines.map(({ y0, y1 }) => getRow((y0 + y1) / 2));
  if (new Set(rows).size < rows.length) return false;
  return lines.every(({ items: [item] }) =>
    beside.some(({ segment, size }) => {
      const distance = Math.abs((segment?.y ?? Infinity) - (item?.segment?.y ?? 0));
      return distance < size * sameHeightEms;
    }),
  );
}

/**
 * Finds the place between two columns of one column of cells, which only its gaps show. A sign of a currency before each amount is no
 * column.
 */
export function findInnerGap(cells: readonly (readonly LayoutItem[])[]): number | null {
  const lines = cells.flatMap((cell) => groupRows(cell));
  const divided = lines.filter(({ items }) => items.length === 2 && items.every(({ segment }) => segment));
  if (divided.length < minUnruledRows || divided.length < lines.length * minRowShare) return null;
  const left = divided.flatMap(({ items }) => items[0] ?? []);
  const right = divided.flatMap(({ items }) => items[1] ?? []);
  const start = Math.max(...left.map(({ x1 }) => x1));
  const end = Math.min(...right.map(({ x0 }) => x0));
  if (end - start < (left[0]?.size ?? 0) * minInnerGapEms) return null;
  if (new Set(left.map(({ segment }) => segment?.text)).size < minUnruledRows) return null;
  const names = right.filter((item) => !isValue(item));
  return names.length <= Math.max(1, right.length * (1 - minRowShare)) && !left.every(isCurrency)
    ? (start + end) / 2
    : null;
}

function isCurrency({ segment }: LayoutItem): boolean {
  return currency.test(segment?.text ?? '');
}
