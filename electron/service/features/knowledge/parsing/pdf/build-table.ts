import { joinCellLines, type Compounds } from './join-lines.ts';
import { createRow, type LayoutItem, type LayoutRow, type Table } from './layout-item.ts';
import type { Box } from './page-content.ts';
import { areColumnsUncertain } from './uncertain-columns.ts';
import {
  continues,
  countWords,
  groupLines,
  hasRuleBetween,
  minProseWords,
  minRulesBetween,
  type CellLine,
  type Column,
} from './wrapped-cells.ts';

/** Share of the lines of a text that continue the line above them. */
const minContinuedShare = 0.4;
const maxLineGapEms = 0.75;
const baselineToleranceEms = 0.25;
/** The name of several columns is above the names of each. */
const maxHeaderLines = 2;
const maxNameChars = 30;
const maxOffCenterEms = 1.5;
const minSameNames = 3;
const minNamedCells = 2;
const amount = /^(?:\p{Sc} ?\d[\d.,' ]*|\d[\d.,' ]* ?\p{Sc}|\d[\d.,']*[.,]\d{2})$/u;
const leader = /^(?:[.\u2024\u2026] ?){3,}$/u;

/** Whether columns are those of a table, and not columns of text or a note beside a text. */
export function isTable(
  columns: readonly (readonly LayoutItem[])[],
  rows: readonly LayoutRow[],
  rules: readonly Box[],
): boolean {
  if (columns.some((column) => column.some(({ segment }) => !segment))) return false;
  if (columns.every(isList)) return false;
  if (columns.slice(1).some(areAmounts)) return true;
  if (countRulesBetween(rows, rules) >= minRulesBetween) return true;
  const prose = columns.filter(isProse);
  const names = columns.filter((column) => !prose.includes(column));
  if (prose.length > 0 && names.length > 1 && areAligned(names)) return true;
  if (prose.length === 1 && names.length === 1 && areBesideBlocks(names[0] ?? [], prose[0] ?? [])) return true;
  const alignedCount = rows.filter((row) => isAligned(row)).length;
  const shortest = Math.min(...columns.map((column) => column.length));
  if (prose.length === 0) return columns.length > 2 || alignedCount >= shortest * 0.5;
  if (prose.length === columns.length && columns.length > 4) return true;
  const starts = columns.map((column) => new Set(findStarts(column).map(({ y1 }) => Math.round(y1 / 3))));
  const [fewest] = starts.toSorted((a, b) => a.size - b.size);
  if (!fewest || fewest.size < 2) return false;
  const common = [...fewest].filter((y) => starts.every((set) => set.has(y) || set.has(y - 1) || set.has(y + 1)));
  return prose.length < columns.length
    ? alignedCount >= shortest * 0.6 && common.length >= fewest.size * 0.6
    : common.length >= 3 &&
        common.length >= Math.max(...starts.map((set) => set.size)) * 0.7 &&
        rows.filter((row) => isHeading(row, columns.length)).length < 2;
}

/** Whether a row is short in each column, like the headings of texts beside each other. */
function isHeading({ items }: LayoutRow, columnCount: number): boolean {
  return items.length === columnCount && items.every(({ segment }) => countWords(segment?.text ?? '') < minProseWords);
}

/** Whether a column has amounts of money, which belong to the texts beside them. */
function areAmounts(column: readonly LayoutItem[]): boolean {
  return column.length > 1 && column.every(({ segment }) => amount.test(segment?.text ?? ''));
}

/** Whether most lines of a column are items of a list. */
function isList(column: readonly LayoutItem[]): boolean {
  const items = column.filter(({ segment }) => /^[•◦‣▪■●◆➢–—-] \S/u.test(segment?.text ?? ''));
  return items.length > 1 && items.length >= column.length * 0.5;
}

function countRulesBetween(rows: readonly LayoutRow[], rules: readonly Box[]): number {
  return rows.slice(1).filter((row, index) => hasRuleBetween(rows[index] ?? row, row, rules)).length;
}

function isAligned({ items }: LayoutRow): boolean {
  const ys = items.flatMap(({ segment }) => (segment ? [segment.y] : []));
  const [first] = ys;
  const size = items[0]?.size ?? 0;
  return first !== undefined && ys.length > 1 && ys.every((y) => Math.abs(y - first) < size * baselineToleranceEms);
}

/** Whether the lines of columns are at the same heights. */
function areAligned(columns: readonly (readonly LayoutItem[])[]): boolean {
  const [first = [], ...others] = columns;
  return others.every((column) => {
    const common = column.filter((item) =>
      first.some((other) => Math.abs(other.y0 - item.y0) < item.size * baselineToleranceEms),
    );
    return common.length >= Math.max(column.length, first.length) * 0.5;
  });
}

/** Whether each line of names is beside a part of a text that is set apart from the others. */
function areBesideBlocks(names: readonly LayoutItem[], text: readonly LayoutItem[]): boolean {
  const blocks: Box[] = [];
  for (const item of text) {
    const last = blocks.at(-1);
    if (last && last.y0 - item.y1 < item.size * 0.5) blocks[blocks.length - 1] = { ...last, y0: item.y0 };
    else blocks.push(item);
  }
  const counts = blocks.map(({ y0, y1 }) => names.filter((name) => name.y1 > y0 && name.y0 < y1).length);
  return blocks.length > 1 && counts.every((count) => count > 0);
}

function isProse(column: readonly LayoutItem[]): boolean {
  const words = column.reduce((sum, { segment }) => sum + countWords(segment?.text ?? ''), 0);
  const continued = column.length - findStarts(column).length;
  return (
    column.length >= 3 && words >= column.length * minProseWords && continued >= (column.length - 1) * minContinuedShare
  );
}

/** Returns the lines of a column that do not continue the line above them. */
function findStarts(column: readonly LayoutItem[]): readonly LayoutItem[] {
  const width = getWidth(column);
  return column.filter((item, index) => {
    const above = column[index - 1];
    return !above || above.y0 - item.y1 > item.size * maxLineGapEms || !continues(above, item, width);
  });
}

function getWidth(items: readonly LayoutItem[]): number {
  return Math.max(...items.map(({ x1 }) => x1)) - Math.min(...items.map(({ x0 }) => x0));
}

/** Builds a table from lines with columns: lines of wrapped cells become one row, and a cell keeps its column. */
export function buildTable(found: readonly LayoutRow[], rules: readonly Box[], compounds: Compounds): Table {
  const rows = widenNames(found.map(removeLeaders));
  const items = rows.flatMap((row) => row.items);
  const columns = joinStretched(joinNames(findColumns(rows), rows), rows);
  const lines = rows.map((row, index): CellLine => {
    const isHeader = index < maxHeaderLines && rows.length > 2 * maxHeaderLines - 1;
    return { row, cells: columns.map((column) => findCell(row, column, columns, isHeader)) };
  });
  const groups = groupLines(lines, columns, rules);
  return {
    x0: Math.min(...items.map(({ x0 }) => x0)),
    x1: Math.max(...items.map(({ x1 }) => x1)),
    y0: Math.min(...items.map(({ y0 }) => y0)),
    y1: Math.max(...items.map(({ y1 }) => y1)),
    size: items[0]?.size ?? 0,
    isUncertain: areColumnsUncertain(rows, columns),
    rows: separateTables(groups.map((group) => columns.map((_, column) => joinCell(group, column, compounds)))),
  };
}

/** Removes the dots between a name and its value, which are no cell. */
function removeLeaders(row: LayoutRow): LayoutRow {
  const items = row.items.filter(({ segment }) => !leader.test(segment?.text ?? ''));
  return items.length > 0 && items.length < row.items.length ? createRow(items) : row;
}

/** Puts the right part of a table below the left one, if both begin with the same names of rows: they are two tables. */
function separateTables(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const width = rows[0]?.length ?? 0;
  for (let column = 2; column < width - 1; column += 1) {
    const named = rows.slice(1).filter((cells) => cells[0] && cells[column]);
    const areSame = named.every((cells) => cells[0] === cells[column] && /\p{L}/u.test(cells[column] ?? ''));
    if (named.length < minSameNames || !areSame) continue;
    const right = rows.map((cells) => cells.slice(column)).filter((cells) => cells.some(Boolean));
    return [...rows.map((cells) => cells.slice(0, column)), ...right];
  }
  return rows;
}

/** Widens the name of several columns in the first line to the names below it, if it is at the middle between them. */
function widenNames(rows: readonly LayoutRow[]): readonly LayoutRow[] {
  const [first, second] = rows;
  if (!first || !second || rows.length < 2 * maxHeaderLines) return rows;
  const items = first.items.map((item) => {
    const before = second.items.findLast(({ x1 }) => x1 <= item.x0);
    const after = second.items.find(({ x0 }) => x0 >= item.x1);
    const isOver = second.items.some(({ x0, x1 }) => x0 < item.x1 && x1 > item.x0);
    if (!before || !after || isOver) return item;
    const [x0, x1] = [before.x0, after.x1];
    const isName = first.items.every((other) => other === item || other.x1 < x0 || other.x0 > x1);
    return isName && Math.abs(x0 + x1 - item.x0 - item.x1) < 2 * item.size * maxOffCenterEms
      ? { ...item, x0, x1 }
      : item;
  });
  return [createRow(items), ...rows.slice(1)];
}

function joinCell(lines: readonly CellLine[], column: number, compounds: Compounds): string {
  const texts = lines.map(({ cells }) => (cells[column] ?? []).map(({ segment }) => segment?.text ?? '').join(' '));
  return joinCellLines(
    texts.filter((text) => text !== ''),
    compounds,
  );
}

/** Finds the columns. Narrow cells define them, because wide ones can span several. */
function findColumns(rows: readonly LayoutRow[]): readonly Column[] {
  const items = rows.flatMap((row) => row.items);
  const columns: Column[] = [];
  for (const { x0, x1 } of items.toSorted((a, b) => a.x1 - a.x0 - b.x1 + b.x0)) {
    const touched = columns.filter((column) => x0 < column.x1 && x1 > column.x0);
    const [first] = touched;
    if (!first) columns.push({ x0, x1 });
    else if (touched.length === 1) {
      first.x0 = Math.min(first.x0, x0);
      first.x1 = Math.max(first.x1, x1);
    }
  }
  return mergeColumns(
    columns.toSorted((a, b) => a.x0 - b.x0),
    rows,
  );
}

/** Joins a column that is only a name with the next one, if that has no name: its values end further to the right. */
function joinNames(columns: readonly Column[], rows: readonly LayoutRow[]): readonly Column[] {
  const [first, ...rest] = rows;
  const isNamed = (column: Column) => first?.items.some((item) => isIn(item, column)) === true;
  const countCells = (column: Column) => rest.filter(({ items }) => items.some((item) => isIn(item, column))).length;
  return columns.reduce<Column[]>((joined, column) => {
    const last = joined.at(-1);
    const isName = last && isNamed(last) && countCells(last) === 0;
    if (isName && !isNamed(column) && countCells(column) >= minNamedCells) last.x1 = column.x1;
    else joined.push({ ...column });
    return joined;
  }, []);
}

/**
 * Joins a column without a name with the one on its left, if few lines have it, and only beside that one: these lines were stretched to
 * the width of their cell.
 */
function joinStretched(columns: readonly Column[], rows: readonly LayoutRow[]): readonly Column[] {
  const [names, ...lines] = rows.slice(
    Math.max(
      0,
      rows.findIndex(({ items }) => items.length > 1),
    ),
  );
  // The first line of the names can be one above some columns only.
  const isWhole = names?.items.some((item) => columns[0] && isIn(item, columns[0])) === true;
  const named = isWhole ? [names] : [names, lines[0]];
  return columns.reduce<Column[]>((joined, column) => {
    const last = joined.at(-1);
    const isNamed = named.some((row) => row?.items.some((item) => isIn(item, column)));
    const beside = last ? lines.filter(({ items }) => items.some((item) => isIn(item, last))) : [];
    const isOwn = (item: LayoutItem) => isIn(item, column) && !(last && isIn(item, last));
    const cells = lines.flatMap(({ items }) => items.filter(isOwn));
    const isBeside = cells.every((cell) => beside.some(({ items }) => items.includes(cell)));
    const areWords = cells.some(({ segment }) => /^\p{L}/u.test(segment?.text ?? ''));
    if (last && !isNamed && isBeside && areWords && cells.length < beside.length / 2) last.x1 = column.x1;
    else joined.push({ ...column });
    return joined;
  }, []);
}

function isIn({ x0, x1 }: LayoutItem, column: Column): boolean {
  return Math.min(x1, column.x1) > Math.max(x0, column.x0);
}

/** Merges columns that more cells span than rows divide, such as the parts of a formula. */
function mergeColumns(columns: readonly Column[], rows: readonly LayoutRow[]): readonly Column[] {
  // Lines that are alone below the last row can be a text.
  const table = rows.slice(0, rows.findLastIndex(({ items }) => items.length > 1) + 1);
  return columns.reduce<Column[]>((merged, column) => {
    const last = merged.at(-1);
    if (last) {
      const spans = table.filter(({ items }) => items.some((item) => isIn(item, last) && isIn(item, column)));
      const divided = table.filter(
        (row) => !spans.includes(row) && [last, column].every((other) => row.items.some((item) => isIn(item, other))),
      );
      if (spans.length > divided.length) {
        last.x1 = Math.max(last.x1, column.x1);
        return merged;
      }
    }
    merged.push({ ...column });
    return merged;
  }, []);
}

/** Returns the items of a column in a row. The name of several columns is in each of them. */
function findCell(
  row: LayoutRow,
  column: Column,
  columns: readonly Column[],
  isHeader: boolean,
): readonly LayoutItem[] {
  return row.items.filter(({ x0, x1, segment }) => {
    const overlap = Math.min(x1, column.x1) - Math.max(x0, column.x0);
    if (overlap <= 0) return false;
    const overlaps = columns.map((other) => Math.min(x1, other.x1) - Math.max(x0, other.x0));
    const isCovered = (index: number) => {
      const { x0: start, x1: end } = columns[index] ?? column;
      return (overlaps[index] ?? 0) > (end - start) * 0.7;
    };
    const index = columns.indexOf(column);
    const isSpan = overlaps.filter((_, other) => isCovered(other)).length > 1;
    const start = columns.findIndex((other) => x0 > other.x0 - 1 && x0 < other.x1);
    // A line that is alone can be a text below the table, which begins in the first column.
    const own = row.items.length === 1 && start === 0 ? 0 : overlaps.indexOf(Math.max(...overlaps));
    const first = isSpan ? columns.findIndex((_, other) => isCovered(other)) : own;
    if (first === index) return true;
    return isSpan && isHeader && (segment?.text.length ?? 0) <= maxNameChars && isCovered(index);
  });
}
