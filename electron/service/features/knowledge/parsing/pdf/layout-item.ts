import type { Segment } from './segment.ts';
import type { Box } from './page-content.ts';

/** The cells of a table, with an empty text for each empty cell. */
export type Table = Box & {
  readonly size: number;
  readonly rows: readonly (readonly string[])[];
  /** Whether its columns are a guess. */
  readonly isUncertain: boolean;
};

/** A segment, a table that is known from its lines, or a note, on the page. */
export type LayoutItem = Box & {
  readonly size: number;
  readonly segment: Segment | null;
  readonly table: Table | null;
  /** The items of a note with a frame, which is read as a whole. */
  readonly note: readonly LayoutItem[] | null;
};

/** Items at the same height, from left to right. */
export type LayoutRow = Box & { readonly items: readonly LayoutItem[] };

const ascent = 0.75;
const descent = 0.22;
const minOverlapEms = 0.15;
const minDistanceEms = 0.5;
const sameHeightEms = 0.1;

export function toLayoutItem(segment: Segment): LayoutItem {
  const { x0, x1, y, size } = segment;
  return { x0, x1, y0: y - size * descent, y1: y + size * ascent, size, segment, table: null, note: null };
}

/** Splits the items of a row where the gaps are wider than a space. */
export function splitAtGaps(row: LayoutRow): LayoutRow {
  const items = row.items.flatMap((item): readonly LayoutItem[] => {
    const { segment } = item;
    if (!segment || segment.pieces.length === 0) return [item];
    return segment.pieces.map((piece) => ({ ...item, ...piece, segment: { ...segment, ...piece, pieces: [] } }));
  });
  return createRow(items);
}

/** Groups items whose middle is at the height of the first one. */
export function groupRows(items: readonly LayoutItem[]): readonly LayoutRow[] {
  const rows: LayoutItem[][] = [];
  let row: LayoutItem[] = [];
  for (const item of items.toSorted((a, b) => b.y1 - a.y1 || a.x0 - b.x0)) {
    const [first] = row;
    const middle = (item.y0 + item.y1) / 2;
    if (first?.segment && item.segment && (middle > first.y0 || isBeside(item, row))) row.push(item);
    else {
      row = [item];
      rows.push(row);
    }
  }
  return rows.map(createRow);
}

/** Whether an item is at a similar height as a row, but not above or below any of its items: it is in another column. */
function isBeside(item: LayoutItem, row: readonly LayoutItem[]): boolean {
  const [first] = row;
  if (!first || item.y1 - first.y0 < item.size * minOverlapEms) return false;
  return row.every(({ x0, x1, y0 }) => {
    const isSameHeight = Math.abs(y0 - item.y0) < item.size * sameHeightEms;
    return isSameHeight || Math.max(x0 - item.x1, item.x0 - x1) > item.size * minDistanceEms;
  });
}

export function createRow(items: readonly LayoutItem[]): LayoutRow {
  return {
    items: items.toSorted((a, b) => a.x0 - b.x0),
    x0: Math.min(...items.map(({ x0 }) => x0)),
    x1: Math.max(...items.map(({ x1 }) => x1)),
    y0: Math.min(...items.map(({ y0 }) => y0)),
    y1: Math.max(...items.map(({ y1 }) => y1)),
  };
}
