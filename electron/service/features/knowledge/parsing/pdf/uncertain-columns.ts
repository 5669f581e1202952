import type { LayoutItem, LayoutRow } from './layout-item.ts';
import type { Column } from './wrapped-cells.ts';

const minNames = 3;
const minBodyRows = 2;
/** Words with a space between them, or without one: they touch, as in "LimitExcess", or the script has none. */
const severalWords = /\S\s\S|\p{Ll}\p{Lu}|\p{Lo}{2}/u;

/**
 * Whether the columns of a table are a guess: one text of the line with the names, or of a row that has other cells, is over two columns
 * that other rows have, so that it may be two cells without a gap between them.
 */
export function areColumnsUncertain(rows: readonly LayoutRow[], columns: readonly Column[]): boolean {
  const [names, ...body] = rows.slice(
    Math.max(
      0,
      rows.findIndex(({ items }) => items.length > 1),
    ),
  );
  if (!names || columns.length < minNames || body.length < minBodyRows) return false;
  const list = (item: LayoutItem) =>
    columns.filter(({ x0, x1 }) => Math.min(x1, item.x1) - Math.max(x0, item.x0) > Math.min(x1 - x0, item.size) / 2);
  const isFilled = ({ items }: LayoutRow, column: Column) => items.some((item) => list(item)[0] === column);
  const isJoined = (item: LayoutItem) => {
    const [first, second, ...others] = list(item);
    if (!first || !second || others.length > 0 || !severalWords.test(item.segment?.text ?? '')) return false;
    const divided = body.filter((row) => isFilled(row, first) && isFilled(row, second));
    return divided.length >= minBodyRows && divided.length > body.length / 2;
  };
  // The names of two columns can have one name above them.
  const hasNamesBelow = columns[0] !== undefined && body[0] !== undefined && !isFilled(body[0], columns[0]);
  if (!hasNamesBelow && names.items.some(isJoined)) return true;
  return body.some(({ items }) => items.length > 1 && items.some(isJoined));
}
