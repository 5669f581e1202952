import { splitAtGaps, type LayoutRow } from './layout-item.ts';
import type { Box } from './page-content.ts';

/** Rows of a table that has lines between its rows, with their first and last index. */
export type RuledRows = { readonly first: number; readonly last: number };

const tolerance = 3;
const minRulePoints = 60;
const minRules = 3;
/** The names of the columns can be above the first line. */
const maxHeaderDistanceEms = 2;
const minAlignedNames = 2;
const maxDistanceRatio = 3;
const maxComparedRows = 5;

/** Finds the rows between lines that are below each other and have the same length. */
export function findRuledRows(rows: readonly LayoutRow[], rules: readonly Box[]): readonly RuledRows[] {
  const found: RuledRows[] = [];
  for (const group of groupRules(joinRules(rules))) {
    const top = Math.max(...group.map(({ y1 }) => y1));
    const bottom = Math.min(...group.map(({ y0 }) => y0));
    const [{ x0 = 0, x1 = 0 } = {}] = group;
    const isBetween = ({ y0, y1 }: LayoutRow) => (y0 + y1) / 2 < top && (y0 + y1) / 2 > bottom;
    // A row that is wider has the text of another column of the page.
    const isInside = (row: LayoutRow | undefined) =>
      row !== undefined && row.x0 > x0 - tolerance && row.x1 < x1 + tolerance;
    const first = rows.findIndex(isBetween);
    const last = rows.findLastIndex(isBetween);
    if (first < 0 || !rows.slice(first, last + 1).every(isInside)) continue;
    const isNamed = hasNamesAbove(rows, first, top);
    if (isNamed && !isInside(rows[first - 1])) continue;
    const start = isNamed ? findStart(rows, first - 1, isInside) : first;
    // Lines that are only between rows have one below them, too.
    const end = isNamed ? findEnd(rows, last, bottom - getLargestDistance(group), isInside) : last;
    if (found.every((other) => start > other.last || end < other.first)) found.push({ first: start, last: end });
  }
  return found.toSorted((a, b) => a.first - b.first);
}

/** Returns the row with the names, if the row above the first line is a row of values below them. */
function findStart(
  rows: readonly LayoutRow[],
  above: number,
  isInside: (row: LayoutRow | undefined) => boolean,
): number {
  const top = rows[above]?.y1 ?? 0;
  return hasNamesAbove(rows, above, top) && isInside(rows[above - 1]) ? above - 1 : above;
}

/** Returns the last line of the row below the last rule: its cells begin or end where the cells above do. */
function findEnd(
  rows: readonly LayoutRow[],
  last: number,
  bottom: number,
  isInside: (row: LayoutRow | undefined) => boolean,
): number {
  const cells = rows.slice(Math.max(0, last - maxComparedRows), last + 1).flatMap((row) => splitAtGaps(row).items);
  const isAligned = (row: LayoutRow) =>
    splitAtGaps(row).items.every((item) => cells.some((cell) => beginOrEndTogether(item, cell)));
  const below = rows.slice(last + 1);
  const other = below.findIndex((row) => !isInside(row) || row.y0 < bottom || !isAligned(row));
  const [first] = below;
  const isRow = first !== undefined && splitAtGaps(first).items.length >= minAlignedNames;
  return isRow ? last + (other < 0 ? below.length : other) : last;
}

function getLargestDistance(rules: readonly Box[]): number {
  return Math.max(...rules.slice(1).map((rule, index) => (rules[index]?.y0 ?? 0) - rule.y0));
}

/** Joins the parts of lines that are drawn cell by cell. */
function joinRules(rules: readonly Box[]): readonly Box[] {
  const horizontal = rules.filter(({ x0, x1, y0, y1 }) => x1 - x0 > y1 - y0);
  const joined: Box[] = [];
  for (const rule of horizontal.toSorted((a, b) => b.y0 - a.y0 || a.x0 - b.x0)) {
    const last = joined.at(-1);
    const continues = last && Math.abs(last.y0 - rule.y0) < 1 && rule.x0 <= last.x1 + tolerance;
    if (continues) joined[joined.length - 1] = { ...last, x1: Math.max(last.x1, rule.x1) };
    else joined.push(rule);
  }
  return joined.filter(({ x0, x1 }) => x1 - x0 >= minRulePoints);
}

function groupRules(rules: readonly Box[]): readonly (readonly Box[])[] {
  const groups: Box[][] = [];
  for (const rule of rules) {
    const group = groups.find(
      ([first]) => first && Math.abs(first.x0 - rule.x0) <= tolerance && Math.abs(first.x1 - rule.x1) <= tolerance,
    );
    if (group) group.push(rule);
    else groups.push([rule]);
  }
  return groups.flatMap(splitTables).filter((group) => group.length >= minRules);
}

/** Splits the lines of tables that are below each other. The gap between two tables is larger than the gaps between their lines. */
function splitTables(rules: readonly Box[]): readonly (readonly Box[])[] {
  const distances = rules.slice(1).map((rule, index) => (rules[index]?.y0 ?? 0) - rule.y0);
  const median = distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0;
  const tables: Box[][] = [];
  rules.forEach((rule, index) => {
    const isNear = (distances[index - 1] ?? Infinity) <= median * maxDistanceRatio;
    if (isNear) tables.at(-1)?.push(rule);
    else tables.push([rule]);
  });
  return tables;
}

/** Whether the row above the first line has the names of the columns: its cells begin or end where the cells below do. */
function hasNamesAbove(rows: readonly LayoutRow[], first: number, top: number): boolean {
  const above = rows[first - 1];
  const below = rows[first];
  if (!above || !below || above.y0 - top > (above.items[0]?.size ?? 0) * maxHeaderDistanceEms) return false;
  const names = splitAtGaps(above).items;
  const cells = rows.slice(first, first + 3).flatMap((row) => splitAtGaps(row).items);
  const aligned = names.filter((name) => cells.some((cell) => beginOrEndTogether(name, cell)));
  return aligned.length >= minAlignedNames;
}

function beginOrEndTogether(a: Box, b: Box): boolean {
  return Math.abs(a.x0 - b.x0) < tolerance || Math.abs(a.x1 - b.x1) < tolerance;
}
