import type { Glyph } from './page-content.ts';

/** The smallest space of a line that is pressed into its column, in ems, and the largest one that most of its spaces have. */
const minSpaceEms = 0.085;
const maxNarrowEms = 0.19;
/** The spaces of a line differ less. */
const minShareOfMedian = 0.55;
/** The other gaps of such a line are smaller than its spaces by more than this. */
const minDifference = 0.045;
/** The average length of its words, and the length of a line from which its only gap is a space. */
const maxWordChars = 12;
const minWordChars = 2.5;
const minLineChars = 10;
/** A slanted letter needs less space before an upright one. */
const minFontGapEms = 0.11;
const sameLineEms = 0.12;
const maxOverlapEms = 0.5;
const maxGapEms = 3;

/**
 * Finds the characters that begin a word after a space that is narrower than `wordGapEms`, like the distance of some letters: between
 * two fonts, and in a line without characters for spaces, whose gaps are either about equally wide or none.
 */
export function findNarrowSpaces(glyphs: readonly Glyph[], wordGapEms: number): ReadonlySet<Glyph> {
  const found = new Set<Glyph>();
  let line: Glyph[] = [];
  const endLine = () => {
    for (const { glyph, gap } of findInLine(line)) if (gap <= wordGapEms) found.add(glyph);
    line = [];
  };
  for (const glyph of glyphs) {
    const previous = line.at(-1);
    if (previous && !isSameLine(previous, glyph)) endLine();
    line.push(glyph);
  }
  endLine();
  return found;
}

function isSameLine(previous: Glyph, glyph: Glyph): boolean {
  const { size } = previous.style;
  const gap = getGap(previous, glyph);
  return Math.abs(glyph.y - previous.y) < size * sameLineEms && gap > -maxOverlapEms && gap < maxGapEms;
}

/** Returns the distance between two characters, without the spacing of all letters, in ems. */
function getGap({ x, width, spacing, style }: Glyph, next: Glyph): number {
  const own = style === next.style ? Math.max(0, spacing) : 0;
  return (next.x - x - width - own) / Math.max(style.size, next.style.size);
}

/** The distance of a character from the one before it, in ems. */
type Gap = { readonly glyph: Glyph; readonly before: Glyph; readonly gap: number };

/** Whether two letters have different fonts, such as the last one of a bold word and the next one. */
function isOtherFont(before: Glyph, glyph: Glyph): boolean {
  return before.style.font !== glyph.style.font && [before, glyph].every(({ text }) => /^\p{L}+$/u.test(text));
}

function findInLine(line: readonly Glyph[]): readonly Gap[] {
  if (line.length >= minLineChars && !line.some(({ text }) => text === '')) return findInUnspacedLine(line);
  // Most lines have one font.
  const [first] = line;
  if (line.every(({ style }) => style.font === first?.style.font)) return [];
  return listGaps(line).filter(({ glyph, before, gap }) => isOtherFont(before, glyph) && gap > minFontGapEms);
}

function listGaps(line: readonly Glyph[]): readonly Gap[] {
  return line.slice(1).map((glyph, index) => {
    const before = line[index] ?? glyph;
    return { glyph, before, gap: getGap(before, glyph) };
  });
}

function findInUnspacedLine(line: readonly Glyph[]): readonly Gap[] {
  const gaps = listGaps(line);
  const spaces = gaps.filter(({ gap }) => gap > minSpaceEms);
  const sizes = spaces.map(({ gap }) => gap).toSorted((a, b) => a - b);
  const [smallest] = sizes;
  const median = sizes[sizes.length >> 1] ?? 0;
  if (smallest === undefined || median > maxNarrowEms || smallest < median * minShareOfMedian) return [];
  if (gaps.some(({ gap }) => gap <= minSpaceEms && gap > smallest - minDifference)) return [];
  const wordChars = line.length / (spaces.length + 1);
  return wordChars >= minWordChars && wordChars <= maxWordChars ? spaces : [];
}
