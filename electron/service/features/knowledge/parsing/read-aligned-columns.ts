import { Compounds } from './pdf/join-lines.ts';
import { toLayoutItem, type Table } from './pdf/layout-item.ts';
import { layoutItems } from './pdf/layout-page.ts';
import { joinMarkers } from './pdf/list-marks.ts';
import type { Box } from './pdf/page-content.ts';
import type { Segment } from './pdf/segment.ts';

/** A page in a fixed-width font, in points. */
const [size, charPoints, linePoints] = [10, 6, 12];
/** A gap in a line of a table. Sentences that are two spaces apart, or set to a width, have narrower ones. */
const wideGap = /\S(?: {3,}| ?(?:[.…] ?){4,} ?)\S/u;
/** Two spaces, but not after a sentence, or the dots between a name and its value. */
const cellGap = /(?<![.!?:]) {2,}|(?<=[.!?:]) {3,}| ?(?:[.…] ?){4,} *| \.{3} (?=\S)/gu;
const anyGap = new RegExp(`${cellGap.source}|(?<=\\S) (?=\\S)`, 'gu');
const ruleLine = /^[\s=_+–—-]*[=_–—-]{3}[\s=_+–—-]*$/u;
/** Lines whose cells are separated in another way, that draw a tree, or that are read from right to left. */
const otherLine = /\t| \| |[\u2500-\u257f\u0590-\u08ff]/u;
const wideCharacter = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;
/** Lines of wrapped cells, and an empty line, can be between two lines with gaps. */
const maxLinesBetween = 3;
const maxEmptyLines = 1;
const minRows = 2;
/** A longer line is no row of a table. */
const maxLineChars = 400;
/** A longer table is read in parts. */
const maxLines = 100;

/** Puts a tab between the cells of tables whose columns are aligned with spaces or dots, and joins wrapped cells. Other lines stay as they are. */
export function readAlignedColumns(text: string): string {
  const lines = text.split('\n');
  const found: string[] = [];
  let next = 0;
  for (const { first, end } of findRegions(lines)) {
    found.push(...lines.slice(next, first), ...readRegion(lines.slice(first, end)));
    next = end;
  }
  return [...found, ...lines.slice(next)].join('\n');
}

/** Finds the lines that may be a table: at least two with a wide gap, and those between and directly below them. */
function findRegions(lines: readonly string[]): readonly { readonly first: number; readonly end: number }[] {
  const regions: { first: number; end: number; count: number }[] = [];
  lines.forEach((line, index) => {
    if (isOther(line) || !wideGap.test(line)) return;
    const last = regions.at(-1);
    if (last && index - last.first < maxLines && areNear(lines.slice(last.end - 1, index + 1))) {
      last.end = index + 1;
      last.count += 1;
    } else regions.push({ first: index, end: index + 1, count: 1 });
  });
  return regions
    .filter(({ count }) => count > 1)
    .map(({ first, end }, index, all) => ({ first, end: findEnd(lines, end, all[index + 1]?.first ?? Infinity) }));
}

const isOther = (line: string) => line.length > maxLineChars || otherLine.test(line);

/** Whether the first and the last of some lines can be rows of the same table. */
function areNear(lines: readonly string[]): boolean {
  const between = lines.slice(1, -1);
  const empty = between.filter((line) => line.trim() === '').length;
  if (empty > maxEmptyLines || between.length - empty > maxLinesBetween || between.some(isOther)) return false;
  return between.length === 0 || areAligned(lines[0] ?? '', lines.at(-1) ?? '');
}

/** Whether a cell of a line begins or ends where a cell of another line does. The first cells always can. */
function areAligned(line: string, other: string): boolean {
  const [cells, others] = [line, other].map((text) => splitLine(text, 0).slice(1));
  return cells?.some(({ x0, x1 }) => others?.some((cell) => isNear(cell.x0, x0) || isNear(cell.x1, x1))) === true;
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= charPoints;

/** Adds the lines below a table that are indented or have narrow gaps: they can be the rest of its last cells, or rows. */
function findEnd(lines: readonly string[], end: number, limit: number): number {
  const isRest = (index: number) => {
    const line = lines[index]?.trimEnd() ?? '';
    return index < limit && line !== '' && !isOther(line) && line.search(cellGap) >= 0;
  };
  let last = end;
  while (last < end + maxLinesBetween && isRest(last)) last += 1;
  return last;
}

function readRegion(lines: readonly string[]): readonly string[] {
  const starts = findColumnStarts(lines);
  const rules: Box[] = [];
  const segments: Segment[] = [];
  lines.forEach((line, index) => {
    if (ruleLine.test(line)) rules.push(...splitLine(line, index).map(toRule));
    else segments.push(...joinMarkers(splitLine(line, index, starts)));
  });
  const blocks = layoutItems(segments.map(toLayoutItem), { rules, isRtl: false, compounds: new Compounds() });
  const read: string[] = [];
  let next = 0;
  for (const block of blocks) {
    if (block.kind !== 'table') continue;
    const first = Math.ceil(-block.table.y1 / linePoints);
    const end = Math.floor(-block.table.y0 / linePoints) + 1;
    if (first < next || !hasColumns(block.table) || !isWhole(block.table, lines.slice(first, end))) continue;
    read.push(...lines.slice(next, first), ...block.table.rows.map((cells) => cells.join('\t').trimEnd()));
    next = end;
  }
  return [...read, ...lines.slice(next)];
}

/** Whether some rows have several cells with words or numbers: marks before lines are no column. */
function hasColumns({ rows }: Table): boolean {
  return rows.filter((cells) => cells.filter((cell) => countCharacters(cell) > 0).length > 1).length >= minRows;
}

/** Whether the rows have all characters of the lines. */
function isWhole({ rows }: Table, lines: readonly string[]): boolean {
  return countCharacters(rows.flat().join('')) >= countCharacters(lines.join(''));
}

/** Counts letters and digits. */
function countCharacters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Returns the places at which cells of different lengths begin, as numbers of characters: they are aligned at the left. */
function findColumnStarts(lines: readonly string[]): ReadonlySet<number> {
  const lengths = new Map<number, Set<number>>();
  for (const line of lines) {
    let start = 0;
    for (const cell of line.trimEnd().split(cellGap)) {
      const index = line.indexOf(cell, start);
      if (cell !== '' && start > 0) lengths.set(index, (lengths.get(index) ?? new Set()).add(cell.length));
      start = index + cell.length;
    }
  }
  return new Set([...lengths].flatMap(([start, found]) => (found.size >= minRows ? [start] : [])));
}

/** Splits a line at the gaps between its cells. One space is a gap if it has others, and cells of other lines begin after it. */
function splitLine(line: string, index: number, starts: ReadonlySet<number> = new Set()): readonly Segment[] {
  const gaps = [...line.matchAll(line.trim().search(cellGap) >= 0 ? anyGap : cellGap)].filter(
    (match) => match[0] !== ' ' || starts.has(match.index + 1),
  );
  const segments: Segment[] = [];
  let start = 0;
  const add = (end: number) => {
    const part = line.slice(start, end);
    const text = part.trim();
    if (text === '') return;
    const x0 = measure(line.slice(0, start + part.length - part.trimStart().length));
    segments.push({
      text,
      x0,
      x1: x0 + measure(text),
      y: -index * linePoints,
      size,
      font: '',
      isBold: false,
      isArtifact: false,
      endsWithSpace: false,
      pieces: [],
    });
  };
  for (const match of gaps) {
    add(match.index);
    start = match.index + match[0].length;
  }
  add(line.length);
  return segments;
}

function measure(text: string): number {
  return (text.length + (text.match(wideCharacter)?.length ?? 0)) * charPoints;
}

function toRule({ x0, x1, y }: Segment): Box {
  const middle = y + size * 0.3;
  return { x0, x1, y0: middle, y1: middle + 0.5 };
}
