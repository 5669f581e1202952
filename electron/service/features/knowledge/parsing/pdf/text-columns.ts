import { groupRows, type LayoutItem, type LayoutRow } from './layout-item.ts';
import type { Box } from './page-content.ts';
import { continues } from './wrapped-cells.ts';

/** A part of a page: columns of text beside each other, or anything else. */
export type PagePart =
  | { readonly kind: 'columns'; readonly columns: readonly (readonly LayoutItem[])[] }
  | { readonly kind: 'other'; readonly items: readonly LayoutItem[] };

/** The lines of a column, from top to bottom. */
type Lines = readonly LayoutItem[];

const maxGutters = 4;
const minColumnLines = 4;
const minLineChars = 6;
const minGutterEms = 0.8;
/** Punctuation and some letters can begin a little to the left of the others. */
const samePlacePoints = 3;
/** A larger distance on both sides ends the columns. */
const maxRowGapEms = 2.2;
/** Before a line in a smaller font, such as a footer, this is enough. */
const maxSmallRowGapEms = 1;
const smallerRatio = 0.92;
/** Lines of text are closer to each other. */
const maxPitchEms = 2.4;
const sameBaselineEms = 0.15;
/** A small font beside a larger one can be this much higher in each row. */
const maxOffsetEms = 0.35;
const minOffsetShare = 0.85;
/** Some lines of other columns are at the same height by chance. */
const maxAlignedShare = 0.5;
const maxAlignedShareOfFew = 0.34;
const fewLines = 6;
const minProseWords = 3;
const minContinuedShare = 0.4;
const maxNextGapEms = 1.6;
const maxNextRatio = 1.06;
const minRestLines = 3;
const minRestShare = 0.85;
const maxColumns = 6;
const minLastShare = 0.4;
/** Between the rows of a table the lines are further apart than this share of the distance within a cell. */
const minRowPitchRatio = 1.2;
const minSameMiddles = 0.7;

/**
 * Finds columns of text that do not depend on each other, before rows are sought: their lines are at other heights, or both wrap their
 * sentences without rows that begin at the same height.
 */
export function findTextColumns(items: readonly LayoutItem[], rules: readonly Box[]): readonly PagePart[] {
  if (items.length < 2 * minColumnLines) return [];
  const rows = groupRows(items);
  const starts = findStarts(items);
  for (const start of starts) {
    const parts = splitAtGutter(rows, { start, starts, crossed: findCrossed(rules, start) });
    if (parts.some(({ kind }) => kind === 'columns')) return parts;
  }
  return [];
}

/** Returns the places at which most lines begin that have text on their left. */
function findStarts(items: readonly LayoutItem[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const { x0 } of items) counts.set(Math.round(x0), (counts.get(Math.round(x0)) ?? 0) + 1);
  const first = Math.min(...counts.keys());
  return [...counts]
    .filter(([place, count]) => count >= minColumnLines && place > first + samePlacePoints)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, maxGutters)
    .map(([place]) => place - samePlacePoints);
}

/** The place at which a column begins, all such places, and the heights of the lines that cross the place, in ascending order. */
type Gutter = {
  readonly start: number;
  readonly starts: readonly number[];
  readonly crossed: readonly number[];
};

function splitAtGutter(rows: readonly LayoutRow[], gutter: Gutter): readonly PagePart[] {
  const { start, crossed } = gutter;
  const parts: PagePart[] = [];
  let region: LayoutRow[] = [];
  let others: LayoutItem[] = [];
  const addOther = (added: readonly LayoutRow[]) => {
    for (const row of added) others.push(...row.items);
  };
  const endOthers = () => {
    if (others.length > 0) parts.push({ kind: 'other', items: others });
    others = [];
  };
  const endRegion = () => {
    const { inside, below } = trimRegion(region, start);
    const [left, right] = [inside.flatMap(takeLeft(start)), inside.flatMap(takeRight(start))];
    if (areColumns(left, right, gutter)) {
      endOthers();
      parts.push({ kind: 'columns', columns: splitEvenly([...left, ...right], start) });
      addOther(below);
    } else addOther(region);
    region = [];
  };
  for (const row of rows) {
    const above = region.at(-1);
    if (above && (isFarBelow(above, row) || hasRuleBetween(above, row, crossed))) endRegion();
    if (row.items.some(({ x0, x1 }) => x0 < start && x1 > start)) {
      endRegion();
      addOther([row]);
    } else region.push(row);
  }
  endRegion();
  endOthers();
  return parts;
}

/** Splits columns at a place between them, and between others of the same width. */
function splitEvenly(items: readonly LayoutItem[], start: number): readonly (readonly LayoutItem[])[] {
  const [x0, x1] = [Math.min(...items.map((item) => item.x0)), Math.max(...items.map((item) => item.x1))];
  const isGutter = (place: number) =>
    items.every((item) => item.x0 >= place || item.x1 <= place) &&
    items.filter((item) => Math.abs(item.x0 - place - samePlacePoints) < samePlacePoints).length >= minColumnLines;
  const found = [2, 1].map((before) => {
    const step = (start - x0 + samePlacePoints) / before;
    const columns = Math.max(2, Math.min(maxColumns, Math.ceil((x1 - x0) / step - minLastShare)));
    return Array.from({ length: columns - 1 }, (_, at) => x0 + step * (at + 1) - samePlacePoints);
  });
  const places = found.find((gutters) => gutters.every(isGutter)) ?? [start];
  const starts = [-Infinity, ...places];
  return starts.map((from, at) => items.filter((item) => item.x0 >= from && item.x0 < (starts[at + 1] ?? Infinity)));
}

const takeLeft = (start: number) => (row: LayoutRow) => row.items.filter(({ x0 }) => x0 < start);
const takeRight = (start: number) => (row: LayoutRow) => row.items.filter(({ x0 }) => x0 >= start);

function isFarBelow(above: LayoutRow, { items, y1 }: LayoutRow): boolean {
  const size = Math.max(...items.map((item) => item.size));
  const isSmaller = above.items.every((item) => size < item.size * smallerRatio);
  return above.y0 - y1 > size * (isSmaller ? maxSmallRowGapEms : maxRowGapEms);
}

function findCrossed(rules: readonly Box[], start: number): readonly number[] {
  const crossing = rules.filter(({ x0, x1, y0, y1 }) => x1 - x0 > y1 - y0 && x0 < start && x1 > start);
  return crossing.map(({ y0, y1 }) => (y0 + y1) / 2).toSorted((a, b) => a - b);
}

function hasRuleBetween(upper: LayoutRow, lower: LayoutRow, crossed: readonly number[]): boolean {
  const [top, bottom] = [(upper.y0 + upper.y1) / 2, (lower.y0 + lower.y1) / 2];
  return (crossed[findIndexFrom(crossed, bottom)] ?? Infinity) < top;
}

/** Returns the index of the first number that is not below another one. */
function findIndexFrom(ascending: readonly number[], from: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Takes the rows off below the columns that only have text in the first one and do not belong to it. */
function trimRegion(rows: readonly LayoutRow[], start: number) {
  const last = rows.findLastIndex(({ items }) => items.some(({ x0 }) => x0 >= start));
  const rest = rows.slice(last + 1);
  const left = rows.flatMap(takeLeft(start));
  const [x0, x1] = [Math.min(...left.map((item) => item.x0)), Math.max(...left.map((item) => item.x1))];
  const isText = rest.filter((row) => row.x1 - x0 > (x1 - x0) * minRestShare).length >= minRestLines;
  if (last < 0 || isText) return { inside: rows, below: [] };
  const inside = rows.slice(0, last + 1);
  let above = inside.flatMap(takeLeft(start)).at(-1);
  for (const row of rest) {
    if (!isNext(above, row)) break;
    inside.push(row);
    above = row.items.at(-1);
  }
  return { inside, below: rows.slice(inside.length) };
}

/** Whether a row is close below the last line of a column, and no heading. */
function isNext(above: LayoutItem | undefined, { items, y1 }: LayoutRow): boolean {
  const size = Math.max(...items.map((item) => item.size));
  return above !== undefined && size < above.size * maxNextRatio && above.y0 - y1 < size * maxNextGapEms;
}

function areColumns(left: readonly LayoutItem[], right: readonly LayoutItem[], { start, starts }: Gutter): boolean {
  if ([...left, ...right].some(({ note }) => note)) return false;
  // Other columns further away can have lines at any height.
  const before = Math.max(...starts.filter((place) => place < start), -Infinity);
  const after = Math.min(...starts.filter((place) => place > start), Infinity);
  const [a, b] = [joinLines(left.filter(({ x0 }) => x0 >= before)), joinLines(right.filter(({ x0 }) => x0 < after))];
  if (Math.min(a.length, b.length) < minColumnLines || ![a, b].every(hasText)) return false;
  const size = Math.max(...a.map((line) => line.size));
  if (start - Math.max(...left.map(({ x1 }) => x1)) + samePlacePoints < size * minGutterEms) return false;
  return !haveSameMiddles(a, b) && (areStaggered(a, b) || areBothProse(a, b));
}

/** Whether a column is not the numbers of a list. */
function hasText(lines: Lines): boolean {
  return lines.reduce((sum, { segment }) => sum + (segment?.text.length ?? 0), 0) >= lines.length * minLineChars;
}

/** Joins the items of a column that are at the same height. */
function joinLines(items: readonly LayoutItem[]): Lines {
  const lines: LayoutItem[] = [];
  for (const item of items.toSorted((a, b) => getBaseline(b) - getBaseline(a) || a.x0 - b.x0)) {
    const last = lines.at(-1);
    const isSame = last && Math.abs(getBaseline(last) - getBaseline(item)) <= item.size * sameBaselineEms;
    if (isSame && last.segment && item.segment) {
      const segment = { ...item.segment, text: `${last.segment.text} ${item.segment.text}` };
      lines[lines.length - 1] = { ...last, x1: Math.max(last.x1, item.x1), segment };
    } else lines.push(item);
  }
  return lines;
}

function getBaseline({ segment, y0 }: LayoutItem): number {
  return segment?.y ?? y0;
}

/** Whether the lines of two columns are close to each other, but at other heights than the lines of the other column. */
function areStaggered(left: Lines, right: Lines): boolean {
  const [top, bottom] = [
    Math.min(...[left, right].map(([line]) => line?.y1 ?? 0)),
    Math.max(...[left, right].map((lines) => lines.at(-1)?.y0 ?? 0)),
  ];
  const [a = [], b = []] = [left, right].map((lines) => lines.filter(({ y0, y1 }) => y1 > bottom && y0 < top));
  const fewest = Math.min(a.length, b.length);
  if (fewest < minColumnLines || ![a, b].every(areClose)) return false;
  const getOffset = createOffset(b);
  const offsets = a.map(getOffset);
  const count = (place: number, tolerance: number) =>
    offsets.filter((offset) => Math.abs(offset - place) < tolerance).length;
  const tolerance = sameBaselineEms * (a[0]?.size ?? 0);
  const middle = offsets.toSorted((x, y) => x - y)[offsets.length >> 1] ?? 0;
  const isConstant = Math.abs(middle) < maxOffsetEms * (a[0]?.size ?? 0);
  if (isConstant && count(middle, tolerance) >= offsets.length * minOffsetShare) return false;
  return count(0, tolerance) <= fewest * (fewest < fewLines ? maxAlignedShareOfFew : maxAlignedShare);
}

/** Returns a function that returns the distance of a line to the nearest of others. */
function createOffset(others: Lines): (line: LayoutItem) => number {
  const ascending = others.map(getBaseline).toSorted((a, b) => a - b);
  return (line) => {
    const y = getBaseline(line);
    const at = findIndexFrom(ascending, y);
    const [below, above] = [(ascending[at - 1] ?? -Infinity) - y, (ascending[at] ?? Infinity) - y];
    return above < -below ? above : below;
  };
}

function areClose(lines: Lines): boolean {
  const close = lines.filter((line, index) => {
    const above = lines[index - 1];
    return above && getBaseline(above) - getBaseline(line) < line.size * maxPitchEms;
  });
  return close.length >= (lines.length - 1) / 2;
}

/** Whether the groups of lines in both columns have the same middles, as cells of a table can. */
function haveSameMiddles(a: Lines, b: Lines): boolean {
  const [left, right] = [findGroups(a), findGroups(b)];
  const tolerance = (a[0]?.size ?? 0) * sameBaselineEms;
  const ascending = right.toSorted((x, y) => x - y);
  const same = left.filter(
    (middle) => (ascending[findIndexFrom(ascending, middle - tolerance)] ?? Infinity) < middle + tolerance,
  );
  return left.length > 2 && same.length >= Math.max(left.length, right.length) * minSameMiddles;
}

/** Returns the middles of the groups of lines between larger distances. */
function findGroups(lines: Lines): readonly number[] {
  const apart = new Set(findApart(lines));
  const groups: Box[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && !apart.has(line)) groups[groups.length - 1] = { ...last, y0: line.y0 };
    else groups.push(line);
  }
  return groups.map(({ y0, y1 }) => (y0 + y1) / 2);
}

/** Returns the smallest distance between lines. */
function getPitch(lines: Lines): number {
  return Math.min(...lines.slice(1).map((line, index) => getBaseline(lines[index] ?? line) - getBaseline(line)));
}

/** Whether both columns wrap sentences, and do not begin them at the same heights with a distance above, as the rows of a table do. */
function areBothProse(left: Lines, right: Lines): boolean {
  if (![left, right].every(isProse)) return false;
  const [a, b] = [findParagraphs(left), findParagraphs(right)];
  const getOffset = createOffset(b);
  const common = a.slice(1).filter((line) => Math.abs(getOffset(line)) < line.size * sameBaselineEms);
  if (common.length < (Math.min(a.length, b.length) - 1) / 2) return true;
  const apart = createOffset([left, right].flatMap(findApart));
  return !common.some((line) => Math.abs(apart(line)) < line.size * sameBaselineEms);
}

/** Returns the lines that are further below the line above them than others are. */
function findApart(lines: Lines): Lines {
  const pitch = getPitch(lines);
  return lines.filter((line, index) => {
    const above = lines[index - 1];
    return above && getBaseline(above) - getBaseline(line) > pitch * minRowPitchRatio;
  });
}

function countParts(text: string): number {
  return text.split(/\s+/).length;
}

function isProse(lines: Lines): boolean {
  const words = lines.reduce((sum, { segment }) => sum + countParts(segment?.text ?? ''), 0);
  const continued = lines.length - findParagraphs(lines).length;
  return words >= lines.length * minProseWords && continued >= (lines.length - 1) * minContinuedShare;
}

/** Returns the lines that do not continue the line above them. */
function findParagraphs(lines: Lines): Lines {
  const width = Math.max(...lines.map(({ x1 }) => x1)) - Math.min(...lines.map(({ x0 }) => x0));
  const apart = new Set(findApart(lines));
  return lines.filter((line, index) => {
    const above = lines[index - 1];
    return !above || apart.has(line) || !continues(above, line, width);
  });
}
