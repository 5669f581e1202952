import { groupRows, type LayoutItem } from './layout-item.ts';
import type { Box } from './page-content.ts';

const minNoteLines = 2;
/** A frame around most of the page is no note. */
const maxItemShare = 0.5;
const edgeTolerance = 4;

/**
 * Replaces the items of notes that have a frame or a background of their own and text beside them by one item each, so that
 * their lines are not mixed with the lines of the text. Cells of tables have other frames beside or below them.
 */
export function joinNotes(items: readonly LayoutItem[], frames: readonly Box[]): readonly LayoutItem[] {
  const notes: { readonly items: readonly LayoutItem[]; readonly box: Box }[] = [];
  const taken = new Set<LayoutItem>();
  for (const box of frames.filter((frame) => !frames.some((other) => adjoins(frame, other)))) {
    const inside = items.filter((item) => contains(box, item));
    const outside = items.filter((item) => !inside.includes(item));
    const isBeside = outside.some((item) => item.y0 < box.y1 && item.y1 > box.y0);
    const isNote = groupRows(inside).length >= minNoteLines && inside.length <= items.length * maxItemShare && isBeside;
    if (!isNote || inside.some((item) => taken.has(item))) continue;
    for (const item of inside) taken.add(item);
    notes.push({ items: inside, box });
  }
  if (notes.length === 0) return items;
  const others = items.filter((item) => !taken.has(item));
  return [...others, ...notes.map(({ items: note, box }) => createNoteItem(note, box, others))];
}

function createNoteItem(note: readonly LayoutItem[], box: Box, others: readonly LayoutItem[]): LayoutItem {
  const y = findPlaceBelow(others, box);
  return { ...box, y0: y, y1: y + 0.1, size: note[0]?.size ?? 0, segment: null, table: null, note };
}

function contains(box: Box, { x0, x1, y0, y1 }: Box): boolean {
  return x0 > box.x0 - 1 && x1 < box.x1 + 1 && (y0 + y1) / 2 > box.y0 && (y0 + y1) / 2 < box.y1;
}

function isNear(first: number, second: number): boolean {
  return Math.abs(first - second) <= edgeTolerance;
}

/** Whether two frames share a side, or almost do. The same frame can be filled and outlined. */
function adjoins(frame: Box, other: Box): boolean {
  const isSame = (['x0', 'x1', 'y0', 'y1'] as const).every((edge) => isNear(frame[edge], other[edge]));
  if (frame === other || isSame) return false;
  const overlapsX = frame.x0 < other.x1 && frame.x1 > other.x0;
  const overlapsY = frame.y0 < other.y1 && frame.y1 > other.y0;
  const isBelow = overlapsX && (isNear(frame.y0, other.y1) || isNear(frame.y1, other.y0));
  return isBelow || (overlapsY && (isNear(frame.x0, other.x1) || isNear(frame.x1, other.x0)));
}

/** Returns where a note can be read without interrupting a text: above the first paragraph that begins below it. */
function findPlaceBelow(items: readonly LayoutItem[], { y0 }: Box): number {
  const rows = groupRows(items);
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1];
    const size = row.items[0]?.size ?? 0;
    const isStart = !above || above.y0 - row.y1 > size * 0.5 || row.items.some(({ segment }) => !segment);
    if (isStart && row.y1 < y0 + size) return row.y1;
  }
  return (rows.at(-1)?.y0 ?? 0) - 1;
}
