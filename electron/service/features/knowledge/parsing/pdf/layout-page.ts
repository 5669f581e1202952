import type { Segment } from './build-segments.ts';
import { buildTable, isTable } from './build-table.ts';
import { groupRows, type LayoutItem, type LayoutRow, type Table } from './layout-item.ts';
import type { Compounds } from './join-lines.ts';
import type { Box } from './page-content.ts';

/** A part of a page, in reading order. */
export type LayoutBlock =
  | { readonly kind: 'lines'; readonly lines: readonly (readonly Segment[])[] }
  | { readonly kind: 'table'; readonly table: Table };

export type LayoutContext = {
  readonly rules: readonly Box[];
  /** Whether columns are read from right to left. */
  readonly isRtl: boolean;
  readonly compounds: Compounds;
};

/** Rows that share gaps between columns, or rows without such gaps. */
type Band = { readonly rows: LayoutRow[]; gutters: readonly Gutter[] };
type Gutter = { readonly x0: number; readonly x1: number };

const minGutterEms = 0.85;
/** A line that is further below the others begins another part of the page. */
const maxLineDistanceEms = 1.9;

/** Puts the parts of a page in reading order: from top to bottom, and the columns of a text one after the other. */
export function layoutItems(items: readonly LayoutItem[], context: LayoutContext): readonly LayoutBlock[] {
  const { rules, isRtl, compounds } = context;
  const blocks: LayoutBlock[] = [];
  for (const band of splitBands(groupRows(items))) {
    const columns = splitColumns(band);
    if (columns.length < 2 || band.rows.length < 2) blocks.push(...band.rows.map(toBlock));
    else if (isTable(columns, band.rows, rules))
      blocks.push({ kind: 'table', table: buildTable(band.rows, rules, compounds) });
    else {
      const ordered = isRtl ? columns.toReversed() : columns;
      blocks.push(...ordered.flatMap((column) => layoutItems(column, context)));
    }
  }
  return mergeLines(blocks);
}

function toBlock({ items }: LayoutRow): LayoutBlock {
  const [first] = items;
  if (first?.table) return { kind: 'table', table: first.table };
  return { kind: 'lines', lines: [items.flatMap(({ segment }) => segment ?? [])] };
}

function mergeLines(blocks: readonly LayoutBlock[]): readonly LayoutBlock[] {
  return blocks.reduce<LayoutBlock[]>((merged, block) => {
    const last = merged.at(-1);
    if (last?.kind === 'lines' && block.kind === 'lines') {
      merged[merged.length - 1] = { kind: 'lines', lines: [...last.lines, ...block.lines] };
    } else merged.push(block);
    return merged;
  }, []);
}

function splitBands(rows: readonly LayoutRow[]): readonly Band[] {
  const bands: Band[] = [];
  for (const [index, row] of rows.entries()) {
    const band = bands.at(-1);
    const own = findGutters([row]);
    if (!band) bands.push({ rows: [row], gutters: own });
    else if (band.gutters.length === 0) {
      if (own.length === 0) band.rows.push(row);
      else bands.push(takeUnfinishedRows(band, { rows: [row], gutters: own }));
    } else {
      const gutters = isFarBelow(band, row, rows[index + 1]) ? [] : findGutters([...band.rows, row]);
      if (gutters.length > 0) {
        band.rows.push(row);
        band.gutters = gutters;
      } else bands.push({ rows: [row], gutters: own });
    }
  }
  return bands.filter((band) => band.rows.length > 0);
}

/** Moves the last rows above a band into it, if they continue in one of its columns: the other column began later. */
function takeUnfinishedRows(above: Band, band: Band): Band {
  const firstRow = band.rows[0];
  if (!firstRow) return band;
  const taken: LayoutRow[] = [];
  for (let next = firstRow; ;) {
    const row = above.rows[above.rows.length - 1];
    if (!row || row.items.some(({ table }) => table)) break;
    const size = row.items[0]?.size ?? 0;
    const isNear = row.y0 - next.y1 < size * 0.5;
    const isSame = next.items.some(
      (item) => Math.abs(item.size - size) < size * 0.1 && Math.abs(item.x0 - row.x0) < size * 3,
    );
    const isInColumn = findGutters([row, ...taken, ...band.rows]).length >= band.gutters.length;
    if (!isNear || !isSame || !isInColumn) break;
    above.rows.pop();
    taken.unshift(row);
    next = row;
  }
  const rows = [...taken, ...band.rows];
  return { rows, gutters: findGutters(rows) };
}

function isFarBelow({ rows }: Band, row: LayoutRow, next: LayoutRow | undefined): boolean {
  const last = rows.at(-1);
  if (!last) return false;
  const size = Math.max(...row.items.map((item) => item.size));
  const distance = last.y0 - row.y1;
  // The rows of a table can be far from each other, and begin with a line of one cell.
  const isRowStart = next && next.items.length > 1 && row.y0 - next.y1 < size * 0.5;
  return distance > size * (row.items.length > 1 || isRowStart ? 4 : maxLineDistanceEms - 1);
}

/** Returns the gaps that no item of the rows covers. */
function findGutters(rows: readonly LayoutRow[]): readonly Gutter[] {
  const items = rows.flatMap((row) => row.items).toSorted((a, b) => a.x0 - b.x0);
  const gutters: Gutter[] = [];
  let end = Infinity;
  for (const { x0, x1, size } of items) {
    if (x0 - end >= size * minGutterEms) gutters.push({ x0: end, x1: x0 });
    end = end === Infinity ? x1 : Math.max(end, x1);
  }
  return gutters;
}

function splitColumns({ rows, gutters }: Band): readonly (readonly LayoutItem[])[] {
  const columns: LayoutItem[][] = Array.from({ length: gutters.length + 1 }, () => []);
  for (const item of rows.flatMap((row) => row.items)) {
    columns[gutters.filter(({ x0 }) => x0 < item.x0).length]?.push(item);
  }
  return columns.filter((column) => column.length > 0);
}
