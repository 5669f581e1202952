import { joinCellLines, type Compounds } from './join-lines.ts';
import { groupRows, type LayoutItem, type LayoutRow } from './layout-item.ts';
import type { Box } from './page-content.ts';

/** A line of a grid: a height or a place from left to right, with the parts that are drawn. */
type GridLine = { readonly at: number; readonly parts: readonly (readonly [start: number, end: number])[] };

/** The lines of one table, sorted from the left and from the bottom. */
type Grid = { readonly columns: readonly GridLine[]; readonly rows: readonly GridLine[] };

const tolerance = 3;
const minLinePoints = 8;
/** A page with more lines is a drawing. */
const maxLines = 600;
const maxCells = 5_000;
/** A longer text of a merged cell is not repeated in each row and column. */
const maxRepeatedChars = 60;
/** Without rules between them, this many lines of two columns at the same heights are rows. */
const minUnruledRows = 3;

/** Finds the tables whose cells have lines around them. Returns them as items in place of the items in their cells. */
export function findGrids(
  items: readonly LayoutItem[],
  rules: readonly Box[],
  compounds: Compounds,
): readonly LayoutItem[] {
  let rest = items;
  const tables: LayoutItem[] = [];
  for (const grid of groupGrids(rules)) {
    const box = getBox(grid);
    const isInside = (item: LayoutItem) => {
      const [x, y] = getCenter(item);
      return x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1;
    };
    const inside = rest.filter(isInside);
    const rows = readGrid(grid, inside, compounds);
    if (!rows) continue;
    const size = inside[0]?.size ?? 0;
    rest = rest.filter((item) => !isInside(item));
    tables.push({ ...box, size, segment: null, table: { ...box, size, rows }, note: null });
  }
  return [...rest, ...tables];
}

function getCenter({ x0, x1, y0, y1 }: Box): readonly [x: number, y: number] {
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}

function getBox({ columns, rows }: Grid): Box {
  return {
    x0: columns[0]?.at ?? 0,
    x1: columns.at(-1)?.at ?? 0,
    y0: rows[0]?.at ?? 0,
    y1: rows.at(-1)?.at ?? 0,
  };
}

function isWide({ x0, x1, y0, y1 }: Box): boolean {
  return x1 - x0 > y1 - y0;
}

function groupGrids(rules: readonly Box[]): readonly Grid[] {
  const horizontal = rules.filter((rule) => isWide(rule) && rule.x1 - rule.x0 > minLinePoints);
  const vertical = rules.filter((rule) => !isWide(rule) && rule.y1 - rule.y0 > minLinePoints);
  if (horizontal.length > maxLines || vertical.length > maxLines) return [];
  const groups: { horizontal: Box[]; vertical: Box[] }[] = [];
  for (const rule of [...horizontal, ...vertical]) {
    const touching = groups.filter((group) =>
      [...group.horizontal, ...group.vertical].some((other) => touches(rule, other)),
    );
    const merged = {
      horizontal: touching.flatMap((group) => group.horizontal),
      vertical: touching.flatMap((group) => group.vertical),
    };
    (isWide(rule) ? merged.horizontal : merged.vertical).push(rule);
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.flatMap((group) => createGrid(group.horizontal, group.vertical) ?? []);
}

function touches(first: Box, second: Box): boolean {
  return (
    first.x0 <= second.x1 + tolerance &&
    second.x0 <= first.x1 + tolerance &&
    first.y0 <= second.y1 + tolerance &&
    second.y0 <= first.y1 + tolerance
  );
}

function createGrid(horizontal: readonly Box[], vertical: readonly Box[]): Grid | null {
  const rows = mergeLines(horizontal.map(({ x0, x1, y0, y1 }) => ({ at: (y0 + y1) / 2, start: x0, end: x1 })));
  const columns = mergeLines(vertical.map(({ x0, x1, y0, y1 }) => ({ at: (x0 + x1) / 2, start: y0, end: y1 })));
  if (rows.length < 2 || columns.length < 2) return null;
  const grid = { rows: addOuterLines(rows, columns), columns: addOuterLines(columns, rows) };
  const cellCount = (grid.rows.length - 1) * (grid.columns.length - 1);
  return grid.rows.length > 2 && grid.columns.length > 2 && cellCount <= maxCells ? grid : null;
}

function mergeLines(
  lines: readonly { readonly at: number; readonly start: number; readonly end: number }[],
): readonly GridLine[] {
  const merged: { at: number; parts: (readonly [number, number])[] }[] = [];
  for (const { at, start, end } of lines.toSorted((a, b) => a.at - b.at)) {
    const last = merged.at(-1);
    if (last && at - last.at <= tolerance) last.parts.push([start, end]);
    else merged.push({ at, parts: [[start, end]] });
  }
  return merged;
}

/** Adds the sides of a table that has no line there, where the lines in the other direction end. */
function addOuterLines(lines: readonly GridLine[], others: readonly GridLine[]): readonly GridLine[] {
  const parts = others.flatMap((other) => other.parts);
  const start = Math.min(...parts.map((part) => part[0]));
  const end = Math.max(...parts.map((part) => part[1]));
  const whole: GridLine['parts'] = [[-Infinity, Infinity]];
  const first = lines[0]?.at ?? start;
  const last = lines.at(-1)?.at ?? end;
  return [
    ...(first - start > minLinePoints ? [{ at: start, parts: whole }] : []),
    ...lines,
    ...(end - last > minLinePoints ? [{ at: end, parts: whole }] : []),
  ];
}

function isDrawn(line: GridLine | undefined, position: number): boolean {
  return line?.parts.some(([start, end]) => position >= start - tolerance && position <= end + tolerance) ?? true;
}

/** Reads the cells of a grid from the upper left one. Returns null if it is not a table, but a frame or a drawing. */
function readGrid(
  grid: Grid,
  items: readonly LayoutItem[],
  compounds: Compounds,
): readonly (readonly string[])[] | null {
  const rowCount = grid.rows.length - 1;
  const columnCount = grid.columns.length - 1;
  // Rows count from the top.
  const getRow = (y: number) => rowCount - grid.rows.filter(({ at }) => at < y).length;
  const getColumn = (x: number) => grid.columns.filter(({ at }) => at < x).length - 1;
  const areas = findAreas(grid, rowCount, columnCount);
  const contents = new Map<number, LayoutItem[]>();
  for (const item of items) {
    const [x, y] = getCenter(item);
    const area = areas[getRow(y) * columnCount + getColumn(x)];
    if (area === undefined) return null;
    contents.set(area, [...(contents.get(area) ?? []), item]);
  }
  if (contents.size < 3) return null;
  const texts = new Map([...contents].map(([area, inside]) => [area, joinCell(inside, compounds)]));
  return Array.from({ length: rowCount }, (_, row) => row)
    .flatMap((row) => {
      const cells = areas.slice(row * columnCount, (row + 1) * columnCount);
      const unruled = splitUnruledRow(
        cells.map((area) => contents.get(area) ?? []),
        compounds,
      );
      if (unruled && new Set(cells).size === columnCount) return unruled;
      return [readRow(cells, areas, row * columnCount, texts)];
    })
    .filter((cells) => cells.some((cell) => cell !== ''));
}

/** Returns the texts of a row. The text of a merged cell is repeated, if it is short and does not fill the whole row. */
function readRow(
  cells: readonly number[],
  areas: readonly number[],
  start: number,
  texts: ReadonlyMap<number, string>,
): readonly string[] {
  const isWhole = new Set(cells).size === 1;
  return cells.map((area, column) => {
    const text = texts.get(area) ?? '';
    const isFirst = areas.indexOf(area) === start + column;
    return isFirst || (!isWhole && text.length <= maxRepeatedChars) ? text : '';
  });
}

/** Numbers the cells so that merged cells, which have no line between them, have the same number. */
function findAreas({ rows, columns }: Grid, rowCount: number, columnCount: number): readonly number[] {
  const areas = Array.from({ length: rowCount * columnCount }, (_, index) => index);
  const merge = (cell: number, other: number) => {
    const [from, to] = [areas[other] ?? other, areas[cell] ?? cell];
    areas.forEach((area, index) => {
      if (area === from) areas[index] = to;
    });
  };
  for (let row = 0; row < rowCount; row += 1) {
    const top = rows[rowCount - row];
    const bottom = rows[rowCount - row - 1];
    const y = ((top?.at ?? 0) + (bottom?.at ?? 0)) / 2;
    for (let column = 0; column < columnCount; column += 1) {
      const x = ((columns[column]?.at ?? 0) + (columns[column + 1]?.at ?? 0)) / 2;
      const cell = row * columnCount + column;
      if (column > 0 && !isDrawn(columns[column], y)) merge(cell - 1, cell);
      if (row > 0 && !isDrawn(top, x)) merge(cell - columnCount, cell);
    }
  }
  return areas;
}

function joinCell(items: readonly LayoutItem[], compounds: Compounds): string {
  return joinCellLines(groupRows(items).map(joinRow), compounds);
}

function joinRow({ items }: LayoutRow): string {
  return items.map(({ segment }) => segment?.text ?? '').join(' ');
}

/** Splits the cells of a row that are whole columns: several of them have lines at the same heights. */
function splitUnruledRow(
  cells: readonly (readonly LayoutItem[])[],
  compounds: Compounds,
): readonly (readonly string[])[] | null {
  const lines = groupRows(cells.flat());
  const [first = []] = cells;
  const isRow = (row: LayoutRow) => row.items.length > 1 && row.items.some((item) => first.includes(item));
  const isContinued = lines.some((row) =>
    row.items.some((item) => first.includes(item) && /^\p{Ll}/u.test(item.segment?.text ?? '')),
  );
  if (lines.length < minUnruledRows || isContinued || lines.filter(isRow).length < lines.length * 0.8) return null;
  return lines.map((row) =>
    cells.map((cell) =>
      joinCell(
        row.items.filter((item) => cell.includes(item)),
        compounds,
      ),
    ),
  );
}
