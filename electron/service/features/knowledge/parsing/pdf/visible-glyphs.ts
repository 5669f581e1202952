import { white } from './graphics-state.ts';
import { getGlyphCenter, type Box, type Glyph, type PageContent, type PaintedBox } from './page-content.ts';

/** Text that is smaller cannot be read. */
const minReadablePoints = 1.8;
/** Colors with a smaller difference in each channel look the same. */
const minColorDifference = 20;
/** Text of this size or less is struck out by a line in the same or the next band. */
const bandPoints = 24;
/** A page with less painted text for its invisible text is a scan with a stamp or a page number. */
const maxPaintedShareOfScan = 0.2;

/** A space in a justified line is smaller. */
const maxSpaceEms = 2;

export type VisibleText = {
  readonly glyphs: readonly Glyph[];
  readonly hiddenCharCount: number;
  readonly struckCharCount: number;
};

/**
 * Returns the characters that a reader of the page sees. The invisible text over the image of a scanned page counts as
 * visible, because it is the text of the image.
 */
export function findVisibleGlyphs(
  content: PageContent,
  imageCount: number,
  struckBoxes: readonly Box[] = [],
): VisibleText {
  const painted = content.glyphs.filter((glyph) => !glyph.style.isUnpainted || showsPaint(glyph, content.boxes));
  const isHidden = createHiddenTest(content);
  const strikes = [...struckBoxes, ...findStrikes(painted, content.rules)];
  const shown = painted.filter((glyph) => !isHidden(glyph));
  const seen = strikes.length === 0 ? shown : shown.filter((glyph) => !isStruck(glyph, strikes));
  const scanned = findScannedGlyphs(content, seen, imageCount);
  const glyphs = scanned.length > 0 ? [...seen, ...scanned].toSorted((a, b) => a.order - b.order) : seen;
  const struckCharCount = countChars(shown) - countChars(seen);
  const hidden = countChars(content.glyphs) - countChars(glyphs) - struckCharCount;
  if (hidden + struckCharCount > 0 && scanned.length === 0)
    return {
      glyphs: markHoles(content.glyphs, new Set(glyphs)),
      hiddenCharCount: hidden + content.hiddenCharCount,
      struckCharCount,
    };
  return { glyphs, hiddenCharCount: hidden + content.hiddenCharCount, struckCharCount };
}

/** Whether a character is a clipping path with paint at its place. */
function showsPaint(glyph: Glyph, boxes: readonly Box[]): boolean {
  if (glyph.order !== Infinity) return false;
  const { x, y } = getGlyphCenter(glyph);
  return boxes.some((box) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1);
}

function countChars(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((count, { text }) => count + (text === '' ? 0 : 1), 0);
}

type Hole = {
  readonly x0: number;
  x1: number;
  readonly y: number;
  readonly isAfterSpace: boolean;
  isBeforeSpace: boolean;
};

/**
 * Marks the characters before which text of the same line was left out, so that the gap does not look like the gap between two
 * columns. The spaces on both sides of the text belong to the gap.
 */
function markHoles(glyphs: readonly Glyph[], seen: ReadonlySet<Glyph>): readonly Glyph[] {
  const marked: Glyph[] = [];
  let last: Glyph | undefined;
  let isAfterSpace = false;
  let hole: Hole | undefined;
  for (const glyph of glyphs) {
    const { x, y, width, text } = glyph;
    const isSeen = seen.has(glyph);
    if (text === '') {
      if (hole) hole.isBeforeSpace = true;
      else isAfterSpace = true;
      if (isSeen) marked.push(glyph);
    } else if (isSeen) {
      const holeBefore = hole && last ? measureHole(hole, last, glyph) : 0;
      marked.push(holeBefore > 0 ? { ...glyph, holeBefore } : glyph);
      last = glyph;
      isAfterSpace = false;
      hole = undefined;
    } else if (hole) hole = { ...hole, x1: Math.max(hole.x1, x + width), isBeforeSpace: false };
    else hole = { x0: x, x1: x + width, y, isAfterSpace, isBeforeSpace: false };
  }
  return marked;
}

/** Returns the width of a hole between two characters, or 0 if it is elsewhere. */
function measureHole(hole: Hole, last: Glyph, next: Glyph): number {
  const end = last.x + last.width;
  const isBetween =
    [last.y, next.y].every((y) => Math.abs(hole.y - y) < 1) && hole.x0 > last.x && hole.x1 <= next.x + 1;
  if (!isBetween) return 0;
  const near = next.style.size * maxSpaceEms;
  const x0 = hole.isAfterSpace && hole.x0 - end < near ? end : hole.x0;
  const x1 = hole.isBeforeSpace && next.x - hole.x1 < near ? next.x : hole.x1;
  return Math.max(0, x1 - x0);
}

function createHiddenTest({ boxes }: PageContent): (glyph: Glyph) => boolean {
  return (glyph) => {
    const { style, order } = glyph;
    if (style.size < minReadablePoints) return true;
    const { x, y } = getGlyphCenter(glyph);
    let background: number | null = white;
    for (let index = boxes.length - 1; index >= 0; index -= 1) {
      const box = boxes[index] as PaintedBox; // the index is within the bounds
      if (x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) continue;
      if (box.order < order) {
        background = box.color;
        break;
      }
      if (box.isCover && box.y1 - box.y0 >= style.size * 0.6) return true;
    }
    return style.color !== null && background !== null && isSameColor(style.color, background);
  };
}

function isSameColor(first: number, second: number): boolean {
  return [16, 8, 0].every(
    (shift) => Math.abs(((first >> shift) & 255) - ((second >> shift) & 255)) < minColorDifference,
  );
}

/** Returns the lines that strike out text: at half the height of its small letters, and not longer than it. */
function findStrikes(glyphs: readonly Glyph[], rules: readonly Box[]): readonly Box[] {
  const horizontal = rules.filter(({ x0, x1, y0, y1 }) => y1 - y0 < 2.5 && x1 - x0 > 3);
  if (horizontal.length === 0) return [];
  const byHeight = new Map<number, Glyph[]>();
  for (const glyph of glyphs) {
    const band = Math.floor(glyph.y / bandPoints);
    const known = byHeight.get(band);
    if (known) known.push(glyph);
    else byHeight.set(band, [glyph]);
  }
  return horizontal.flatMap((rule) => {
    const middle = (rule.y0 + rule.y1) / 2;
    const band = Math.floor(middle / bandPoints);
    const near = [band, band - 1].flatMap((index) => byHeight.get(index) ?? []);
    const crossed = near.filter(({ x, y, width, text, style }) => {
      const height = (middle - y) / style.size;
      const center = x + width / 2;
      const isCrossed = height > 0.16 && height < 0.46 && center > rule.x0 && center < rule.x1;
      return isCrossed && text !== '' && Math.abs(style.angle) < 1;
    });
    const [first] = crossed;
    if (!first) return [];
    const size = first.style.size;
    const covered = crossed.reduce((sum, { width }) => sum + width, 0);
    if (covered < (rule.x1 - rule.x0) * 0.6 - size || covered < size * 0.4) return [];
    return [{ x0: rule.x0, x1: rule.x1, y0: middle - size * 0.3, y1: middle + size * 0.3 }];
  });
}

function isStruck(glyph: Glyph, strikes: readonly Box[]): boolean {
  if (strikes.length === 0) return false;
  const { x, y } = getGlyphCenter(glyph);
  return strikes.some((box) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1);
}

function getPlace(glyph: Glyph): string {
  const { x, y } = getGlyphCenter(glyph);
  return `${Math.round(x / 5)} ${Math.round(y / 5)}`;
}

function findScannedGlyphs(content: PageContent, seen: readonly Glyph[], imageCount: number): readonly Glyph[] {
  const unpainted = content.glyphs.filter(({ style }) => style.isUnpainted);
  if (unpainted.length === 0 || imageCount === 0) return [];
  const isScan = countChars(seen) < countChars(unpainted) * maxPaintedShareOfScan;
  const taken = new Set(seen.map(getPlace));
  return unpainted.filter((glyph) => {
    const { x, y } = getGlyphCenter(glyph);
    const isOnImage = content.images.some((box) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1);
    return (isOnImage || (isScan && content.images.length === 0)) && !taken.has(getPlace(glyph));
  });
}
