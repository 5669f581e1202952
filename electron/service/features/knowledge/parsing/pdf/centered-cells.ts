import { createRow, type LayoutItem, type LayoutRow } from './layout-item.ts';
import { isValue } from './unruled-cells.ts';
import { isSplitAmount } from './wrapped-cells.ts';

const centerToleranceEms = 0.2;
const minOffsetEms = 0.3;
const alignmentPoints = 3;
const minSharedColumns = 2;

/**
 * Repeats a cell that is merged over two rows, and whose text is at the middle between them, in both rows. A cell is at the middle of
 * a single row too, if the other cells are wrapped, but then their second lines continue the first ones.
 */
export function repeatCenteredCells(rows: readonly LayoutRow[]): readonly LayoutRow[] {
  const repeated = [...rows];
  for (let index = 0; index + 1 < repeated.length; index += 1) {
    joinRowBetween(repeated, index);
    const [upper, lower] = [repeated[index], repeated[index + 1]];
    if (!upper || !lower) break;
    const centered = [...upper.items, ...lower.items].filter((item) => isCentered(item, upper, lower));
    const rest = [upper, lower].map(({ items }) => items.filter((item) => !centered.includes(item)));
    const [above = [], below = []] = rest;
    if (centered.length === 0 || !areRows(above, below)) continue;
    repeated[index] = createRow([...above, ...centered.map((item) => moveTo(item, above))]);
    repeated[index + 1] = createRow([...below, ...centered.map((item) => moveTo(item, below))]);
  }
  return repeated;
}

/** Adds a row that has nothing but merged cells to the row above it, whose cells they are beside. */
function joinRowBetween(rows: LayoutRow[], index: number): void {
  const [upper, between, lower] = rows.slice(index, index + 3);
  if (!upper || !between || !lower || !areRows(upper.items, lower.items)) return;
  const joined = createRow([...upper.items, ...between.items]);
  // A word such as "or" between two lines is in no column.
  const isInColumn = ({ x0, x1 }: LayoutItem) =>
    rows.some(({ items }) => items.length > 1 && items.some((other) => other.x0 < x1 && other.x1 > x0));
  if (between.items.every((item) => isCentered(item, joined, lower) && isInColumn(item))) rows.splice(index, 2, joined);
}

function isCentered(item: LayoutItem, upper: LayoutRow, lower: LayoutRow): boolean {
  const y = item.segment?.y;
  const [above, below] = [upper, lower].map(({ items }) => getBaseline(items.filter((other) => other !== item)));
  if (y === undefined || above === undefined || below === undefined) return false;
  const isBetween = above - y > item.size * minOffsetEms && y - below > item.size * minOffsetEms;
  const isAlone = [...upper.items, ...lower.items].every(
    (other) => other === item || other.x0 >= item.x1 || other.x1 <= item.x0,
  );
  return isBetween && isAlone && Math.abs((above + below) / 2 - y) < item.size * centerToleranceEms;
}

/** Returns the baseline that most items have. */
function getBaseline(items: readonly LayoutItem[]): number | undefined {
  const ys = items.flatMap(({ segment }) => segment?.y ?? []).toSorted((a, b) => a - b);
  return ys[ys.length >> 1];
}

/** Whether two lines have cells in the same columns, of which the first does not continue the one above it. */
function areRows(above: readonly LayoutItem[], below: readonly LayoutItem[]): boolean {
  const pairs = below.flatMap((item) => {
    const upper = above.find(
      ({ x0, x1 }) => Math.abs(x0 - item.x0) < alignmentPoints || Math.abs(x1 - item.x1) < alignmentPoints,
    );
    return upper ? [{ upper, item }] : [];
  });
  const [first] = pairs;
  if (pairs.length < minSharedColumns || !first) return false;
  const values = pairs.filter(({ upper, item }) => isValue(upper) && isValue(item));
  return !isContinued(first.upper, first.item) || values.length >= minSharedColumns;
}

function isContinued(upper: LayoutItem, item: LayoutItem): boolean {
  const { text = '', endsWithSpace = false } = upper.segment ?? {};
  const below = item.segment?.text ?? '';
  return endsWithSpace || /[,-]$/.test(text) || /^\p{Ll}/u.test(below) || isSplitAmount(text, below);
}

function moveTo(item: LayoutItem, row: readonly LayoutItem[]): LayoutItem {
  const y = getBaseline(row);
  if (y === undefined || !item.segment) return item;
  const distance = y - item.segment.y;
  return { ...item, y0: item.y0 + distance, y1: item.y1 + distance, segment: { ...item.segment, y } };
}
