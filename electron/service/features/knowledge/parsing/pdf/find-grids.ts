import type { Compounds } from './join-lines.ts';
import type { LayoutItem } from './layout-item.ts';
import type { Box } from './page-content.ts';
import { findInnerGap, hasRows, hasSeveralLines, haveColumns, joinCell, splitUnruledRow } from './unruled-cells.ts';

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
const minOffCenterShare = 0.15;

/** Finds the tables whose cells have lines around them. Returns them as items in place of the items in their cells. */
export function findGrids(
  items: readonly LayoutItem[],
  rules: readonly Box[],
  compounds: Compounds,
): readonly LayoutItem[] {
  let rest = items;
  const tables: LayoutItem[] = [];
  const grids = groupGrids(rules).flatMap((grid) => splitSections(grid, findInside(grid, items)));
  for (const grid of grids) {
    const box = getBox(grid);
    const inside = new Set(findInside(grid, rest));
    const rows = readGrid(grid, [...inside], compounds);
    if (!rows) continue;
    const [{ size = 0 } = {}] = inside;
    rest = rest.filter((item) => !inside.has(item));
    tables.push({ ...box, size, segment: null, table: { ...box, size, rows, isUncertain: false }, note: null });
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

function findInside(grid: Grid, items: readonly LayoutItem[]): readonly LayoutItem[] {
  const box = getBox(grid);
  return items.filter((item) => {
    const [x, y] = getCenter(item);
    return x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1;
  });
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

/**
 * Splits a grid at rows that are one cell with many lines: that is a part of the page inside a frame. Lines are no grid if they leave an
 * area with many lines that is no rectangle.
 */
function splitSections(grid: Grid, items: readonly LayoutItem[]): readonly Grid[] {
  const rowCount = grid.rows.length - 1;
  const columnCount = grid.columns.length - 1;
  const areas = findAreas(grid, rowCount, columnCount);
  const contents = fillAreas(grid, areas, items) ?? new Map<number, readonly LayoutItem[]>();
  const areaCells = listCells(areas);
  const isBentArea = (area: number) => isBent(areaCells.get(area) ?? [], columnCount);
  if ([...contents].some(([area, inside]) => isBentArea(area) && hasSeveralLines(inside))) return [];
  const isSection = (row: number) => {
    const [area = 0, ...others] = areas.slice(row * columnCount, (row + 1) * columnCount);
    const inside = contents.get(area) ?? [];
    return (
      others.every((other) => other === area) &&
      hasSeveralLines(inside) &&
      !haveColumns([inside], (x) => getColumn(grid, x))
    );
  };
  const sections = Array.from({ length: rowCount }, (_, row) => row).filter(isSection);
  if (sections.length === 0) return [grid];
  return [...sections, rowCount].flatMap((end, index) => {
    const start = (sections[index - 1] ?? -1) + 1;
    return end > start ? [{ ...grid, rows: grid.rows.slice(rowCount - end, rowCount - start + 1) }] : [];
  });
}

/** Reads the cells of a grid from the upper left one. Returns null if it is not a table, but a frame or a drawing. */
function readGrid(
  drawn: Grid,
  found: readonly LayoutItem[],
  compounds: Compounds,
): readonly (readonly string[])[] | null {
  const { grid, items } = divideColumns(drawn, found);
  const rowCount = grid.rows.length - 1;
  const columnCount = grid.columns.length - 1;
  const areas = findAreas(grid, rowCount, columnCount);
  const contents = fillAreas(grid, areas, items);
  if (!contents || contents.size < 3) return null;
  splitAreas(grid, areas, contents);
  const texts = new Map([...contents].map(([area, inside]) => [area, joinCell(inside, compounds)]));
  const areaCells = listCells(areas);
  const places = new Map(
    [...contents].map(([area, inside]) => [area, findPlace(grid, areaCells.get(area) ?? [], inside)]),
  );
  return Array.from({ length: rowCount }, (_, row) => row)
    .flatMap((row) => {
      const cells = areas.slice(row * columnCount, (row + 1) * columnCount);
      const isWhole = cells.every((area, column) => areas.indexOf(area) === row * columnCount + column);
      const unruled = isWhole
        ? splitUnruledRow(
            cells.map((area) => contents.get(area) ?? []),
            compounds,
          )
        : null;
      return unruled ?? [readRow(cells, areas, { start: row * columnCount, texts, places })];
    })
    .filter((cells) => cells.some((cell) => cell !== ''));
}

/** Adds lines between columns that only their gaps show. A name over two of them is in both. */
function divideColumns(drawn: Grid, found: readonly LayoutItem[]): { grid: Grid; items: readonly LayoutItem[] } {
  const added: GridLine[] = [];
  let items = found;
  drawn.columns.slice(1).forEach((right, index) => {
    const left = drawn.columns[index]?.at ?? 0;
    const inside = items.filter(({ x0, x1 }) => x0 > left - tolerance && x1 < right.at + tolerance);
    const cells = drawn.rows.slice(1).map((top, row) => {
      const bottom = drawn.rows[row]?.at ?? 0;
      const isBetween = (item: LayoutItem) => getCenter(item)[1] > bottom && getCenter(item)[1] < top.at;
      return { bottom, top: top.at, own: inside.filter(isBetween) };
    });
    const at = findInnerGap(cells.map(({ own }) => own));
    if (at === null) return;
    const isCrossed = ({ x0, x1 }: LayoutItem) => x0 < at && x1 > at;
    const divided = cells.filter(({ own }) => own.length === 0 || !own.every(isCrossed));
    const crossing = new Set(divided.flatMap(({ own }) => own.filter(isCrossed)));
    items = items.flatMap((item) =>
      crossing.has(item)
        ? [
            { ...item, x1: at },
            { ...item, x0: at },
          ]
        : [item],
    );
    added.push({ at, parts: divided.map(({ bottom, top }) => [bottom, top]) });
  });
  if (added.length === 0) return { grid: drawn, items };
  return { grid: { ...drawn, columns: [...drawn.columns, ...added].toSorted((a, b) => a.at - b.at) }, items };
}

/** Rows count from the top. */
function getRow({ rows }: Grid, y: number): number {
  return rows.length - 1 - rows.filter(({ at }) => at < y).length;
}

function getColumn({ columns }: Grid, x: number): number {
  return columns.filter(({ at }) => at < x).length - 1;
}

/** Returns the items of each cell, or null if an item is in none. */
function fillAreas(
  grid: Grid,
  areas: readonly number[],
  items: readonly LayoutItem[],
): Map<number, readonly LayoutItem[]> | null {
  const contents = new Map<number, readonly LayoutItem[]>();
  for (const item of items) {
    const [x, y] = getCenter(item);
    const area = areas[getRow(grid, y) * (grid.columns.length - 1) + getColumn(grid, x)];
    if (area === undefined) return null;
    contents.set(area, [...(contents.get(area) ?? []), item]);
  }
  return contents;
}

/** Returns the cells of each area. */
function listCells(areas: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const cells = new Map<number, number[]>();
  for (const [cell, area] of areas.entries()) {
    const own = cells.get(area);
    if (own) own.push(cell);
    else cells.set(area, [cell]);
  }
  return cells;
}

/** Whether an area is no rectangle, as a cell is. */
function isBent(cells: readonly number[], columnCount: number): boolean {
  const rows = new Set(cells.map((cell) => Math.floor(cell / columnCount)));
  const columns = new Set(cells.map((cell) => cell % columnCount));
  return cells.length < rows.size * columns.size;
}

/** Splits cells that only seem to be merged: their columns or rows have no lines between them. */
function splitAreas(grid: Grid, areas: number[], contents: Map<number, readonly LayoutItem[]>): void {
  const columnCount = grid.columns.length - 1;
  const split = (area: number, getPart: (cell: number) => number) => {
    const inside = contents.get(area) ?? [];
    areas.forEach((other, cell) => {
      if (other === area) areas[cell] = getPart(cell);
    });
    contents.delete(area);
    for (const [part, items] of fillAreas(grid, areas, inside) ?? []) contents.set(part, items);
  };
  const wide = new Map<string, number[]>();
  const tall: number[] = [];
  const areaCells = listCells(areas);
  for (const [area, inside] of contents) {
    const cells = areaCells.get(area) ?? [];
    if (cells.length < 2) continue;
    const columns = [...new Set(cells.map((cell) => cell % columnCount))];
    const key = `${columns[0]} ${columns.at(-1)}`;
    if (columns.length > 1) wide.set(key, [...(wide.get(key) ?? []), area]);
    else if (hasSeveralLines(inside)) {
      const beside = [...contents].flatMap(([other, items]) => (other === area ? [] : items));
      if (hasRows(inside, beside, (y) => getRow(grid, y), cells.length)) tall.push(area);
    }
  }
  for (const area of tall) split(area, (cell) => cell);
  for (const merged of wide.values()) {
    const cells = merged.map((area) => contents.get(area) ?? []);
    if (!haveColumns(cells, (x) => getColumn(grid, x))) continue;
    for (const area of merged) split(area, (cell) => area - (area % columnCount) + (cell % columnCount));
  }
}

type RowTexts = {
  readonly start: number;
  readonly texts: ReadonlyMap<number, string>;
  readonly places: ReadonlyMap<number, number>;
};

/** Returns the column in which the text of a merged cell is, or -1 if it may belong to all of them: it begins in the first, or is at the middle. */
function findPlace({ columns }: Grid, cells: readonly number[], items: readonly LayoutItem[]): number {
  const columnCount = columns.length - 1;
  const own = [...new Set(cells.map((cell) => cell % columnCount))].toSorted((a, b) => a - b);
  const at = (column: number) => columns[column]?.at ?? 0;
  const [x0, x1] = [Math.min(...items.map((item) => item.x0)), Math.max(...items.map((item) => item.x1))];
  const [first = 0, last = 0] = [own[0], own.at(-1)];
  const offset = Math.abs(x0 + x1 - at(first) - at(last + 1)) / 2;
  const place = own.find((column) => x0 > at(column) - tolerance && x1 < at(column + 1) + tolerance) ?? -1;
  return place > first && offset > (at(last + 1) - at(first)) * minOffCenterShare ? place : -1;
}

/** Returns the texts of a row. The text of a merged cell is repeated, if it is short, does not fill the whole row and is in no single column. */
function readRow(
  cells: readonly number[],
  areas: readonly number[],
  { start, texts, places }: RowTexts,
): readonly string[] {
  const isWhole = new Set(cells).size === 1;
  return cells.map((area, column) => {
    const text = texts.get(area) ?? '';
    const place = places.get(area) ?? -1;
    if (place >= 0) return place === column ? text : '';
    const isFirst = areas.indexOf(area) === start + column;
    return isFirst || (!isWhole && text.length <= maxRepeatedChars) ? text : '';
  });
}

/** Numbers the cells so that merged cells, which have no line between them, have the same number. */
function findAreas({ rows, columns }: Grid, rowCount: number, columnCount: number): number[] {
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
