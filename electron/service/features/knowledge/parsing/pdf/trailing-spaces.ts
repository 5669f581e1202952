import { createRow, type LayoutItem, type LayoutRow } from './layout-item.ts';

const number = /^[^\p{L}]*\d[^\p{L}]*$/u;
const minSpacedShare = 0.5;

/**
 * Removes the sign that lines are wrapped, if it says nothing: some programs write a space after each cell, although a number is not
 * wrapped, nor is the last line of a table.
 */
export function ignoreTrailingSpaces(rows: readonly LayoutRow[]): readonly LayoutRow[] {
  const items = rows.flatMap((row) => row.items);
  const numbers = items.filter(({ segment }) => number.test(segment?.text ?? ''));
  const certain = numbers.length > 0 ? numbers : (rows.at(-1)?.items ?? []);
  const spaced = certain.filter(({ segment }) => segment?.endsWithSpace === true);
  if (spaced.length === 0 || spaced.length < certain.length * minSpacedShare) return rows;
  return rows.map((row) => createRow(row.items.map(withoutSpace)));
}

function withoutSpace(item: LayoutItem): LayoutItem {
  return item.segment ? { ...item, segment: { ...item.segment, endsWithSpace: false } } : item;
}
