import type { LayoutItem, LayoutRow } from './layout-item.ts';
import type { Box } from './page-content.ts';

export type Column = { x0: number; x1: number };
/** The items of each column at one height. */
export type CellLine = { readonly row: LayoutRow; readonly cells: readonly (readonly LayoutItem[])[] };

export const minProseWords = 3;
/** Fewer words in two lines are names. */
const minSentenceWords = 3;
/** Rows of a table are this much further apart than the lines of a cell. */
const minRowGapEms = 0.3;
/** Lines of a row overlap if some of its cells are centered. */
const minOverlapEms = 0.2;
export const minRulesBetween = 2;
const minBlocks = 3;
const sameMiddleEms = 0.2;
/** A line whose other cells begin again is another row. */
const minRestartedCells = 2;
const maxRestartedPerWrapped = 2;
/** A currency as it is written beside an amount. */
const currency = /^(?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}|zł|kr\.?|Kč|Ft|lei|лв\.?|руб\.?)$/u;
/** A preposition or an article, in many languages. */
const endsWithShortWord = /\p{L} \p{Ll}{2,3}$/u;
const listItem = /^(?:[•◦▪■●☐☒]|\d{1,2}[.)]) /u;

/** Groups the lines of each row of the table. */
export function groupLines(
  lines: readonly CellLine[],
  columns: readonly Column[],
  rules: readonly Box[],
): readonly (readonly CellLine[])[] {
  const size = lines[0]?.row.items[0]?.size ?? 1;
  const gaps = lines.slice(1).map((line, index) => ((lines[index]?.row.y0 ?? 0) - line.row.y1) / size);
  const overlapping = findOverlapping(lines, gaps);
  const smallest = Math.min(...gaps.filter((_, index) => !overlapping.has(lines[index + 1])));
  const isRowGap = (index: number) => (gaps[index] ?? 0) > smallest + minRowGapEms;
  const rowGaps = gaps.filter((_, index) => isRowGap(index)).length;
  const isTight = smallest < 0.5 || rowGaps > gaps.length / 2;
  const starts = lines.flatMap((line, index) => {
    const above = lines[index - 1];
    return !above || hasRuleBetween(above.row, line.row, rules) ? [index] : [];
  });
  const isRuled = starts.length > minRulesBetween;
  const sections = starts.map((start, index) => lines.slice(start, starts[index + 1]));
  const unruled = new Set(sections.filter((section) => hasSeveralRows(section, columns)).flat());
  const centered = new Set(sections.filter(isCenteredRow).flat());
  const mode: GroupMode = isTight ? 'tight' : 'spaced';
  const areRows = mode === 'tight' && areBlocksRows(lines, isRowGap);
  const areApart = mode === 'tight' && areRowsApart(lines, isRowGap);
  const groups: CellLine[][] = [];
  lines.forEach((line, index) => {
    const group = groups.at(-1);
    const above = lines[index - 1];
    const isHeader = groups.length === 1;
    const isLastOfBlock = isRowGap(index) || (index === lines.length - 1 && rowGaps > 0);
    if (!group || !above) groups.push([line]);
    else if (starts.includes(index)) groups.push([line]);
    else if (isRuled && centered.has(line)) group.push(line);
    else if (isRuled && !unruled.has(line)) {
      if (isCellContinued(group, line, columns, { mode: 'ruled', isHeader })) group.push(line);
      else groups.push([line]);
    } else if (overlapping.has(line)) group.push(line);
    else if (mode === 'tight' && isRowGap(index - 1)) groups.push([line]);
    else if (mode === 'tight' && isLastOfBlock && isOnlyName(line) && startsSmaller(group, line, 0)) group.push(line);
    else if (isHeader && areApart && group.every(hasValues)) group.push(line);
    else if (areRows || isCellContinued(group, line, columns, { mode: areApart ? 'apart' : mode, isHeader }))
      group.push(line);
    else groups.push([line]);
  });
  return groups;
}

/** Returns the lines that overlap the line above them, in a row whose cells are centered. */
function findOverlapping(lines: readonly CellLine[], gaps: readonly number[]): ReadonlySet<CellLine | undefined> {
  const starts = lines.flatMap((_, index) => (index === 0 || (gaps[index - 1] ?? 0) > -minOverlapEms ? [index] : []));
  const runs = starts.map((start, at) => lines.slice(start, starts[at + 1]));
  return new Set(runs.filter(isCenteredRow).flatMap((run) => run.slice(1)));
}

/** Whether cells with different numbers of lines have the same middle, as the cells of a row can. */
function isCenteredRow(lines: readonly CellLine[]): boolean {
  const columns = (lines[0]?.cells ?? []).map((_, column) => lines.flatMap(({ cells }) => cells[column] ?? []));
  const filled = columns.filter((items) => items.length > 0);
  const middles = filled.map((items) => {
    return (Math.max(...items.map(({ y1 }) => y1)) + Math.min(...items.map(({ y0 }) => y0))) / 2;
  });
  const tolerance = (filled[0]?.[0]?.size ?? 0) * sameMiddleEms;
  const haveSameMiddle = Math.max(...middles) - Math.min(...middles) < tolerance;
  // Rows between two lines begin at the same height in all columns.
  const tops = filled.map((items) => Math.max(...items.map(({ y1 }) => y1)));
  const isHigher = Math.max(...tops) - Math.min(...tops) > tolerance;
  return haveSameMiddle && isHigher && new Set(filled.map(({ length }) => length)).size > 1;
}

/** Whether more than one cell of a line has text. */
function hasSeveralCells({ cells }: CellLine): boolean {
  return cells.filter((cell) => cell.length > 0).length > 1;
}

/** Whether only the first cell has text, as the rest of the name of a row. */
function isOnlyName({ cells }: CellLine): boolean {
  return cells.every((cell, column) => cell.length > 0 === (column === 0));
}

/** Whether each block of lines between larger gaps has only one line with several cells: the others continue a cell. */
function areBlocksRows(lines: readonly CellLine[], isRowGap: (index: number) => boolean): boolean {
  const counts: number[] = [];
  lines.forEach((line, index) => {
    if (index === 0 || isRowGap(index - 1)) counts.push(0);
    if (hasSeveralCells(line)) counts.push((counts.pop() ?? 0) + 1);
  });
  return counts.length >= minBlocks && counts.every((count) => count === 1);
}

/** Whether most blocks of lines between larger gaps are one line with several cells, so that others are wrapped rows and no groups. */
function areRowsApart(lines: readonly CellLine[], isRowGap: (index: number) => boolean): boolean {
  const isWhole = lines.map(hasSeveralCells);
  const isStart = lines.map((_, index) => index === 0 || isRowGap(index - 1));
  const starts = isStart.filter(Boolean).length;
  const singles = isStart.filter((value, index) => value && isWhole[index] && isStart[index + 1] !== false).length;
  return starts >= minBlocks && singles > starts / 2;
}

/**
 * What separates the rows of a table: lines between them, or larger distances than between the lines of a cell (`tight`, or `apart`
 * if that is certain), or nothing, because all lines are far from each other (`spaced`).
 */
type GroupMode = 'ruled' | 'tight' | 'apart' | 'spaced';

type CellState = 'new' | 'wrapped' | 'continued' | 'restarted';

/** Returns how each cell of a line that has text follows the cell above it. */
function readStates(group: readonly CellLine[], line: CellLine, columns: readonly Column[]): readonly CellState[] {
  return line.cells.flatMap(([item], column): readonly CellState[] => {
    if (!item) return [];
    const above = group.findLast(({ cells }) => (cells[column]?.length ?? 0) > 0)?.cells[column]?.at(-1);
    if (!above) return ['new'];
    if (listItem.test(item.segment?.text ?? '')) return ['restarted'];
    const width = (columns[column]?.x1 ?? 0) - (columns[column]?.x0 ?? 0);
    if (isWrapped(above, item, width)) return ['wrapped'];
    return [continues(above, item, width) ? 'continued' : 'restarted'];
  });
}

/** Whether a line continues the cells of the row above it. */
function isCellContinued(
  group: readonly CellLine[],
  line: CellLine,
  columns: readonly Column[],
  { mode, isHeader }: { readonly mode: GroupMode; readonly isHeader: boolean },
): boolean {
  const filled = line.cells.flatMap((cell, column) => (cell.length > 0 ? [{ cell, column }] : []));
  const states = readStates(group, line, columns);
  const has = (...names: readonly string[]) => states.some((state) => names.includes(state));
  const isFirstFilled = filled[0]?.column === 0;
  const count = (name: CellState) => states.filter((state) => state === name).length;
  if (mode === 'apart' && has('wrapped')) return count('restarted') <= count('wrapped') * maxRestartedPerWrapped;
  if (mode === 'spaced') return !isFirstFilled && states.every((state) => state === 'wrapped');
  if (mode === 'ruled' && (!isFirstFilled || states[0] === 'wrapped' || states[0] === 'continued')) return true;
  if (isFirstFilled) {
    if (states[0] === 'new') return states.length > 1 && !has('restarted');
    const smaller = filled.filter(({ column }) => startsSmaller(group, line, column));
    if (!isHeader && smaller.length > 1 && smaller.length === filled.length) return true;
    if (smaller[0]?.column === 0 && count('continued') + count('wrapped') > 1 && !has('restarted')) return true;
    if (!group.some(hasValues) && hasValues(line)) return isRestOfName(group, line, states[0] === 'wrapped');
    return states[0] === 'wrapped' && !has('restarted', 'new');
  }
  const [only] = filled;
  return (
    count('restarted') === 0 ||
    count('restarted') < count('wrapped') ||
    (states.length === 1 && only !== undefined && isRestOfCell(group, only, columns))
  );
}

/** Whether a line has the rest of a name, whose values are beside its last line. */
function isRestOfName(group: readonly CellLine[], line: CellLine, isNameWrapped: boolean): boolean {
  const above = group.at(-1)?.row;
  if (/[.!?:;]$/.test(above?.items.at(-1)?.segment?.text ?? '')) return false;
  return isNameWrapped ? startsSmaller(group, line, 0) : isUnfinishedName(above, line.row);
}

/** Whether a row is the first line of a name that the next line continues in the same size. */
export function isUnfinishedName(row: LayoutRow | undefined, next: LayoutRow | undefined): boolean {
  const [name, ...others] = row?.items ?? [];
  const isSameSize = Math.abs((name?.size ?? 0) - (next?.items[0]?.size ?? 0)) < 0.5;
  return others.length === 0 && isSameSize && endsWithShortWord.test(name?.segment?.text ?? '');
}

function hasValues({ cells }: CellLine): boolean {
  return cells.slice(1).some((cell) => cell.length > 0);
}

/** Whether a cell of a line begins with a small letter, unlike the first line of the row above it. */
function startsSmaller([first]: readonly CellLine[], line: CellLine, column: number): boolean {
  const isSmall = ({ cells }: CellLine) => /^\p{Ll}/u.test(cells[column]?.[0]?.segment?.text ?? '');
  return first !== undefined && isSmall(line) && !isSmall(first);
}

/** Whether the only cell of a line is the rest of the text above it, and no row whose other cells are the same as above. */
function isRestOfCell(
  group: readonly CellLine[],
  { cell, column }: { readonly cell: readonly LayoutItem[]; readonly column: number },
  columns: readonly Column[],
): boolean {
  const [item] = cell;
  const above = group.findLast(({ cells }) => (cells[column]?.length ?? 0) > 0)?.cells[column]?.at(-1);
  if (!/\d/.test(item?.segment?.text ?? '')) return true;
  const width = (columns[column]?.x1 ?? 0) - (columns[column]?.x0 ?? 0);
  const isFull = above !== undefined && above.x1 - above.x0 > width * 0.8 && countWords(above.segment?.text ?? '') > 0;
  if (!isFull || item === undefined) return false;
  return item.x1 - item.x0 < width * 0.4 || countWords(item.segment?.text ?? '') > minProseWords;
}

/** Whether several lines between two rules are rows: each has a name, and several cells that do not continue those above them. */
function hasSeveralRows(lines: readonly CellLine[], columns: readonly Column[]): boolean {
  const named = lines.filter(({ cells }) => (cells[0]?.length ?? 0) > 0);
  return named.slice(1).some((line, index) => {
    const above = named[index];
    const states = above ? readStates([above], line, columns) : [];
    return states[0] === 'restarted' && states.filter((state) => state === 'restarted').length > minRestartedCells;
  });
}

/** Whether a line that is about as long as two rows is between them. */
export function hasRuleBetween(upper: LayoutRow, lower: LayoutRow, rules: readonly Box[]): boolean {
  const top = (upper.y0 + upper.y1) / 2;
  const bottom = (lower.y0 + lower.y1) / 2;
  const x0 = Math.min(upper.x0, lower.x0);
  const x1 = Math.max(upper.x1, lower.x1);
  const between = rules.filter((rule) => rule.y1 < top && rule.y0 > bottom && rule.x1 - rule.x0 > rule.y1 - rule.y0);
  const covered = between.reduce((sum, rule) => sum + Math.max(0, Math.min(rule.x1, x1) - Math.max(rule.x0, x0)), 0);
  return covered > (x1 - x0) * 0.6;
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}

/** Whether a line seems to continue the sentence of the line above it. */
export function continues(above: LayoutItem, item: LayoutItem, width: number): boolean {
  if (isWrapped(above, item, width)) return true;
  const text = above.segment?.text ?? '';
  if (countWords(text) + countWords(item.segment?.text ?? '') < minSentenceWords) return false;
  const share = (above.x1 - above.x0) / width;
  if (/^\p{Ll}/u.test(item.segment?.text ?? '')) return share > 0.5;
  return share > 0.7 && countWords(text) >= minProseWords && !/[.!?:;]["”’)]?$/.test(text);
}

/** Whether two lines are an amount and its currency, or the other way round. */
export function isSplitAmount(above: string, below: string): boolean {
  return (currency.test(above) && /^\d/.test(below)) || (currency.test(below) && /\d$/.test(above));
}

/** Whether a program wrapped the line. A name or a number can begin with a small letter too. */
export function isWrapped(above: LayoutItem, item: LayoutItem, width: number): boolean {
  const { text, endsWithSpace } = above.segment ?? { text: '', endsWithSpace: false };
  if (endsWithSpace || /[\p{L}](?:[-\u00ad\u2010]|,)$/u.test(text)) return true;
  const next = item.segment?.text ?? '';
  if (isSplitAmount(text, next)) return true;
  // A price per unit: “12 EUR/” above “day”.
  if (/\d.*\p{L}\/$/u.test(text) && /^\p{Ll}/u.test(next)) return true;
  const isFull = above.x1 - above.x0 > width * 0.8 && countWords(text) >= 2;
  return isFull && /^[\p{Ll}(]/u.test(next);
}
