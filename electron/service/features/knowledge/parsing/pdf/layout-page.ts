import type { Segment } from './segment.ts';
import { repeatCenteredCells } from './centered-cells.ts';
import { buildTable, isTable } from './build-table.ts';
import { cover, type Covered } from './covered-places.ts';
import { createRow, groupRows, splitAtGaps, type LayoutItem, type LayoutRow, type Table } from './layout-item.ts';
import { findRuledRows } from './ruled-rows.ts';
import type { Compounds } from './join-lines.ts';
import type { Box } from './page-content.ts';
import { findTextColumns, type PagePart } from './text-columns.ts';
import { splitTouchingTables } from './touching-tables.ts';
import { ignoreTrailingSpaces } from './trailing-spaces.ts';
import { isUnfinishedName } from './wrapped-cells.ts';

/** A part of a page, in reading order. */
export type LayoutBlock =
  | { readonly kind: 'lines'; readonly lines: readonly LayoutLine[] }
  | { readonly kind: 'table'; readonly table: Table };

/** The segments of a line, and where the text of its column ends. */
export type LayoutLine = { readonly segments: readonly Segment[]; readonly columnEnd: number };

export type LayoutContext = {
  readonly rules: readonly Box[];
  /** Whether columns are read from right to left. */
  readonly isRtl: boolean;
  readonly compounds: Compounds;
};

/** Rows that share gaps between columns, or rows without such gaps. */
type Band = {
  readonly rows: LayoutRow[];
  covered: readonly Covered[];
  readonly hasGutters: boolean;
  readonly gutterEms: number;
  /** First rows that have text in one column only, and may belong to the text above. */
  takenCount: number;
};
const minGutterEms = 0.85;
/** Lines between the rows make narrow gaps certain. */
const minRuledGutterEms = 0.45;
/** The lines of another column can be at other heights. */
const minStaggeredGutterEms = 0.45;
/** A line that is further below the others begins another part of the page. */
const maxLineDistanceEms = 1.9;
/** Lines and headings of a column are closer to each other. */
const maxLineGapEms = 1.6;
const maxRowsBelow = 3;
/** The rows of a table have similar distances. */
const minRowDistanceEms = 1.1;
const maxRowDistanceEms = 1.8;
/** A group of rows can be set apart. */
const maxGroupDistanceEms = 2.5;
const maxComparedRows = 5;
const minHeadingRatio = 1.12;
/** The lines of a text fill most of their column. */
const minFullShare = 0.85;
const minFullLines = 3;

/** Puts the parts of a page in reading order: from top to bottom, and the columns of a text one after the other. */
export function layoutItems(items: readonly LayoutItem[], context: LayoutContext): readonly LayoutBlock[] {
  const parts = findTextColumns(items, context.rules);
  const blocks = parts.length === 0 ? layoutOthers(items, context) : parts.flatMap((part) => layoutPart(part, context));
  return mergeLines(blocks, Math.max(...items.map(({ x1, note }) => (note ? 0 : x1))));
}

function layoutPart(part: PagePart, context: LayoutContext): readonly LayoutBlock[] {
  if (part.kind === 'other') return layoutOthers(part.items, context);
  const columns = context.isRtl ? part.columns.toReversed() : part.columns;
  return columns.flatMap((column) => layoutItems(column, context));
}

function layoutOthers(items: readonly LayoutItem[], context: LayoutContext): readonly LayoutBlock[] {
  const rows = groupRows(items);
  const blocks: LayoutBlock[] = [];
  let next = 0;
  for (const { first, last } of findRuledRows(rows, context.rules)) {
    const ruled = ignoreTrailingSpaces(rows.slice(first, last + 1).map(splitAtGaps));
    const covered = ruled.reduce<readonly Covered[]>((sum, row) => cover(sum, row, minRuledGutterEms), []);
    if (covered.length < 2) continue;
    blocks.push(...layoutRows(rows.slice(next, first), context));
    blocks.push(...toTables(repeatCenteredCells(ruled), minRuledGutterEms, context));
    next = last + 1;
  }
  return [...blocks, ...layoutRows(rows.slice(next), context)];
}

/** Returns the tables that some rows are. A row without another one is the title of the table below it. */
function toTables(rows: readonly LayoutRow[], gutterEms: number, context: LayoutContext): readonly LayoutBlock[] {
  return splitTouchingTables(rows, gutterEms).flatMap((own): readonly LayoutBlock[] => {
    const [first, ...others] = own;
    if (first && others.length === 0) return toBlocks(first, context);
    return [{ kind: 'table', table: buildTable(own, context.rules, context.compounds) }];
  });
}

function layoutRows(rows: readonly LayoutRow[], context: LayoutContext): readonly LayoutBlock[] {
  const { rules, isRtl } = context;
  return continueColumns(splitBands(rows)).flatMap((found): readonly LayoutBlock[] => {
    const band = alignNames(found);
    const columns = splitColumns(band);
    if (columns.length < 2 || band.rows.length < 2) return band.rows.flatMap((row) => toBlocks(row, context));
    // A merged cell is between the heights of its rows.
    const [lastTaken, first] = [band.rows[band.takenCount - 1], band.rows[band.takenCount]];
    const takenCount = band.takenCount - (isUnfinishedName(lastTaken, first) ? 1 : 0);
    const taken = band.rows.slice(0, takenCount);
    const repeated = repeatCenteredCells(ignoreTrailingSpaces(band.rows.slice(takenCount)));
    if (isTable(splitColumns({ ...band, rows: [...taken, ...repeated] }), [...taken, ...repeated], rules)) {
      const above = taken.flatMap((row) => toBlocks(row, context));
      return [...above, ...toTables(repeated, band.gutterEms, context)];
    }
    const ordered = isRtl ? columns.toReversed() : columns;
    return ordered.flatMap((column) => layoutItems(column, context));
  });
}

function toBlocks({ items }: LayoutRow, context: LayoutContext): readonly LayoutBlock[] {
  const [first] = items;
  if (first?.table) return [{ kind: 'table', table: first.table }];
  // An empty block keeps the note apart from the text around it.
  if (first?.note) return [separator, ...layoutItems(first.note, context), separator];
  return [{ kind: 'lines', lines: [{ segments: items.flatMap(({ segment }) => segment ?? []), columnEnd: 0 }] }];
}

const separator: LayoutBlock = { kind: 'lines', lines: [] };

/** Merges blocks of lines. Those that are not in a narrower column end where their column does. */
function mergeLines(blocks: readonly LayoutBlock[], columnEnd: number): readonly LayoutBlock[] {
  return blocks.reduce<LayoutBlock[]>((merged, block) => {
    const last = merged.at(-1);
    if (block.kind === 'table') return [...merged, block];
    const lines = block.lines.map((line) => (line.columnEnd > 0 ? line : { ...line, columnEnd }));
    if (last?.kind === 'lines' && last.lines.length > 0 && lines.length > 0) {
      merged[merged.length - 1] = { kind: 'lines', lines: [...last.lines, ...lines] };
    } else merged.push({ kind: 'lines', lines });
    return merged;
  }, []);
}

function splitBands(rows: readonly LayoutRow[]): readonly Band[] {
  const bands: Band[] = [];
  for (const [index, row] of rows.entries()) {
    const band = bands.at(-1);
    const gutterEms = isStaggered(row) ? minStaggeredGutterEms : minGutterEms;
    const own = cover([], row, gutterEms);
    const started: Band = { rows: [row], covered: own, hasGutters: own.length > 1, gutterEms, takenCount: 0 };
    if (band && !band.hasGutters) {
      if (started.hasGutters) takeUnfinishedRows(band, started);
      else {
        band.rows.push(row);
        continue;
      }
    } else if (band && !isFarBelow(band, row, rows[index + 1])) {
      const covered = cover(band.covered, row, band.gutterEms);
      const below = areHeadingsOf(band, row, own) ? own : covered;
      if (below.length > 1 && !(covered.length < band.covered.length && isHeadingBelow(band, row))) {
        band.rows.push(row);
        band.covered = below;
        continue;
      }
    }
    bands.push(started);
  }
  return bands.filter((band) => band.rows.length > 0);
}

/** Whether a band is one row of large headings, with which the columns of the row below it begin. The gap between those is narrow for the headings. */
function areHeadingsOf({ rows }: Band, { items, y1 }: LayoutRow, columns: readonly Covered[]): boolean {
  const [headings] = rows;
  const size = Math.max(...items.map((item) => item.size));
  if (!headings || rows.length > 1 || columns.length < 2 || headings.y0 - y1 > size * maxLineGapEms) return false;
  const areLarger = headings.items.every((item) => item.size > size * minHeadingRatio);
  return areLarger && columns.every(({ x0 }) => headings.items.some((item) => Math.abs(item.x0 - x0) < 1));
}

/** Whether a row is one line in a larger font than the rows above it. */
function isHeadingBelow({ rows }: Band, { items }: LayoutRow): boolean {
  const [heading, ...others] = items;
  if (!heading || others.length > 0) return false;
  return rows.every((row) => row.items.every(({ size }) => heading.size > size * minHeadingRatio));
}

/** Moves rows to the columns above them, if they are the rest of one of them: the columns beside it have ended. */
function continueColumns(bands: readonly Band[]): readonly Band[] {
  bands.forEach((band, index) => {
    const below = bands[index + 1];
    if (!band.hasGutters || !below || below.hasGutters) return;
    const starts = band.covered.map(({ x0 }) => x0);
    const at = starts.findLastIndex((start) => start <= (below.rows[0]?.x0 ?? 0) + 1);
    const [x0 = 0, next = Infinity] = starts.slice(Math.max(0, at));
    const x1 = band.covered[at]?.x1 ?? 0;
    const end = below.rows.findIndex((row) => !isInside(row, x0, next));
    const rest = end < 0 ? below.rows : below.rows.slice(0, end);
    const isFull = (row: LayoutRow) => row.x0 - x0 < 1 && row.x1 - x0 > (x1 - x0) * minFullShare;
    const own = band.rows.filter((row) => row.items.some((item) => isFull({ ...item, items: [] })));
    if (Math.min(own.length, rest.filter(isFull).length) < minFullLines) return;
    band.rows.push(...rest);
    below.rows.splice(0, rest.length);
  });
  return bands.filter((band) => band.rows.length > 0);
}

/** Whether a row is in a column from its start to the start of the next one. */
function isInside({ items, x0, x1 }: LayoutRow, start: number, next: number): boolean {
  return x0 > start - 1 && items.every(({ segment, size }) => segment && x1 < next - size * minStaggeredGutterEms);
}

/** Puts the names of columns over them, if they are at the middle of wide columns and not over their texts. */
function alignNames(band: Band): Band {
  const [first, ...rest] = band.rows.slice(band.takenCount);
  if (!first || rest.length < 2 || first.items.length < 2) return band;
  const columns = rest.reduce<readonly Covered[]>((sum, row) => cover(sum, row, band.gutterEms), []);
  const areNames = columns.length === first.items.length && columns.length < band.covered.length;
  const areOver = first.items.every(
    ({ x0, x1 }, index) => x0 > (columns[index - 1]?.x1 ?? 0) && x1 < (columns[index + 1]?.x0 ?? Infinity),
  );
  if (!areNames || !areOver) return band;
  const names = first.items.map((item, index) => ({
    ...item,
    x0: columns[index]?.x0 ?? 0,
    x1: columns[index]?.x1 ?? 0,
  }));
  return { ...band, rows: [...band.rows.slice(0, band.takenCount), createRow(names), ...rest], covered: columns };
}

/** Whether the items of a row are at different heights, but too close to be a script. */
function isStaggered({ items }: LayoutRow): boolean {
  const ys = items.flatMap(({ segment }) => segment?.y ?? []);
  return Math.max(...ys) - Math.min(...ys) > (items[0]?.size ?? 0) * 0.3;
}

/** Moves the last rows above a band into it, if they continue in one of its columns: the other column began later. */
function takeUnfinishedRows(above: Band, band: Band): void {
  const columnCount = band.covered.length;
  for (;;) {
    const row = above.rows.at(-1);
    if (!row || row.items.some(({ segment }) => !segment)) return;
    const covered = cover(band.covered, row, band.gutterEms);
    const below = band.rows.slice(0, maxRowsBelow).flatMap(({ items }) => items);
    if (covered.length < columnCount || !below.some((item) => isNextInColumn(row, item))) return;
    above.rows.pop();
    band.rows.unshift(row);
    band.takenCount += 1;
    band.covered = covered;
  }
}

/** Whether an item is close below a row in the same column and in a font of a similar size. */
function isNextInColumn(row: LayoutRow, item: LayoutItem): boolean {
  const size = row.items[0]?.size ?? 0;
  const distance = row.y0 - item.y1;
  const isSimilar = Math.abs(item.size - size) < size * 0.2 && Math.abs(item.x0 - row.x0) < size * 3;
  return isSimilar && distance > -size && distance < size * maxLineGapEms;
}

function isFarBelow({ rows, takenCount }: Band, row: LayoutRow, next: LayoutRow | undefined): boolean {
  const last = rows.at(-1);
  if (!last) return false;
  const size = Math.max(...row.items.map((item) => item.size));
  const distance = last.y0 - row.y1;
  if (isOutdentedHeading(rows.slice(takenCount), row)) return true;
  // The rows of a table can be far from each other, and begin with a line of one cell.
  const isRowStart = next && next.items.length > 1 && row.y0 - next.y1 < size * 0.5;
  if (row.items.length < 2 && !isRowStart) return distance > size * (maxLineDistanceEms - 1);
  const before = rows.at(-2);
  const lastDistance = before ? before.y0 - last.y1 : size * maxRowDistanceEms;
  const isOtherSize = last.items.every((item) => Math.abs(item.size - size) > size * 0.12);
  const isFar = distance > Math.max(size * (isOtherSize ? 0.5 : minRowDistanceEms), lastDistance * 2.2);
  return isFar && (isOtherSize || distance > size * maxGroupDistanceEms || !sharesColumns(rows, row));
}

/** Whether a row is bold, unlike the row above it, and begins further to the left than all rows of a table. */
function isOutdentedHeading(rows: readonly LayoutRow[], { items, x0 }: LayoutRow): boolean {
  const [item] = items;
  const above = rows.at(-1)?.items[0];
  if (items.length !== 1 || item?.segment?.isBold !== true || above?.segment?.isBold === true) return false;
  return rows.every((row) => row.x0 > x0 + item.size);
}

/** Whether all cells of a row begin or end where cells of the rows above it do. */
function sharesColumns(rows: readonly LayoutRow[], { items }: LayoutRow): boolean {
  const above = rows.slice(-maxComparedRows).flatMap((row) => row.items);
  return items.every(({ x0, x1 }) =>
    above.some((cell) => Math.abs(cell.x0 - x0) < 1.5 || Math.abs(cell.x1 - x1) < 1.5),
  );
}

function splitColumns({
  rows,
  covered,
}: Pick<Band, 'covered'> & { readonly rows: readonly LayoutRow[] }): readonly (readonly LayoutItem[])[] {
  const columns: LayoutItem[][] = covered.map(() => []);
  for (const item of rows.flatMap((row) => row.items)) {
    columns[covered.findLastIndex(({ x0 }) => x0 <= item.x0)]?.push(item);
  }
  return columns.filter((column) => column.length > 0);
}
