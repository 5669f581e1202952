import type { Box, Glyph, SmallShape } from './page-content.ts';
import { isWithin, maxSmallShapes } from './small-shapes.ts';

const minBulletEms = 0.12;
const maxBulletEms = 0.5;
const minBoxEms = 0.5;
const maxBoxEms = 1.5;
const maxUnevenness = 0.15;
const maxTextGapEms = 2.2;
/** A smaller shape in a check box is a tick, and not its inner edge. */
const maxTickShare = 0.8;

type Mark = Box & { readonly text: '•' | '☐' | '☒' };

/** Adds characters for the bullets and check boxes that are drawn beside the text of a page. */
export function addDrawnMarks(glyphs: readonly Glyph[], shapes: readonly SmallShape[]): readonly Glyph[] {
  if (shapes.length === 0 || shapes.length > maxSmallShapes) return glyphs;
  const texts = glyphs.filter(({ text, style }) => text !== '' && Math.abs(style.angle) < 1);
  const before = new Map<Glyph, readonly Glyph[]>();
  const after = new Map<Glyph, readonly Glyph[]>();
  for (const shape of shapes.filter(({ isSquare, isRound }) => isSquare || isRound)) {
    const row = texts.filter((glyph) => isBeside(glyph, shape));
    if (row.some(({ x, width }) => x < shape.x1 && x + width > shape.x0)) continue;
    const right = findNearest(row, ({ x }) => x - shape.x1);
    const left = findNearest(row, ({ x, width }) => shape.x0 - x - width);
    const mark = readMark(shape, shapes, (right ?? left)?.style.size ?? 0);
    if (!mark || (mark.text === '•' && (!right || left))) continue;
    if (right) before.set(right, [...(before.get(right) ?? []), ...toGlyphs(mark, right)]);
    else if (left) after.set(left, [...(after.get(left) ?? []), ...toGlyphs(mark, left)]);
  }
  if (before.size + after.size === 0) return glyphs;
  return glyphs.flatMap((glyph) => [...(before.get(glyph) ?? []), glyph, ...(after.get(glyph) ?? [])]);
}

/** Whether a shape is at the height of the letters of a line. */
function isBeside({ y, style }: Glyph, { y0, y1 }: Box): boolean {
  const height = ((y0 + y1) / 2 - y) / style.size;
  return height > 0 && height < 0.7;
}

function findNearest(row: readonly Glyph[], getGap: (glyph: Glyph) => number): Glyph | undefined {
  const near = row.filter((glyph) => getGap(glyph) >= 0 && getGap(glyph) < glyph.style.size * maxTextGapEms);
  return near.toSorted((a, b) => getGap(a) - getGap(b))[0];
}

function readMark(shape: SmallShape, shapes: readonly SmallShape[], size: number): Mark | null {
  const [width, height] = [shape.x1 - shape.x0, shape.y1 - shape.y0];
  if (Math.abs(width - height) > Math.max(width, height) * maxUnevenness) return null;
  const inside = shapes.filter((other) => other !== shape && isWithin(other, shape));
  const isInside = (other: SmallShape) => (other.isSquare || other.isRound) && isWithin(shape, other);
  const isOuter = !shapes.some((other) => other !== shape && isInside(other) && !isSameBox(shape, other));
  const isFirst = shapes.findIndex((other) => isSameBox(other, shape)) === shapes.indexOf(shape);
  if (!isOuter || !isFirst) return null;
  if (width >= size * minBulletEms && width < size * maxBulletEms) return { ...shape, text: '•' };
  if (width < size * minBoxEms || width > size * maxBoxEms) return null;
  const isTicked = shape.isCrossed || inside.some((other) => isTick(other, shape));
  const same = shapes.filter((other) => isSameBox(other, shape));
  if (!isTicked && !same.every(({ isEmpty }) => isEmpty)) return null;
  return { ...shape, text: isTicked ? '☒' : '☐' };
}

function isTick(shape: SmallShape, box: SmallShape): boolean {
  const isSmall = Math.max(shape.x1 - shape.x0, shape.y1 - shape.y0) < (box.x1 - box.x0) * maxTickShare;
  return box.isSquare ? isSmall || (!shape.isSquare && !shape.isRound) : isSmall && shape.isRound;
}

/** Whether two shapes are the area and the outline of one box. */
function isSameBox(first: SmallShape, second: SmallShape): boolean {
  const isSame = (edge: keyof Box) => Math.abs(first[edge] - second[edge]) < 1.5;
  return first.isSquare === second.isSquare && isSame('x0') && isSame('x1') && isSame('y0') && isSame('y1');
}

function toGlyphs({ x0, x1, text }: Mark, beside: Glyph): readonly Glyph[] {
  const glyph = { ...beside, text, x: x0, width: x1 - x0, spacing: 0 };
  return [{ ...glyph, text: '', width: 0 }, glyph, { ...glyph, text: '', x: x1, width: 0 }];
}
