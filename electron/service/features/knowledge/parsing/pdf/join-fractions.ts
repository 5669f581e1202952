import type { Word } from './build-words.ts';
import type { Box } from './page-content.ts';

const maxBarPoints = 120;
const maxPartWords = 7;
const maxPartChars = 6;
const partPattern = /^[\p{L}\d.,+\u2212\u00d7\u00b7=()-]+$/u;
/** Words of a numerator are closer to each other. */
const maxWordGapEms = 0.7;
const minSidePoints = 6;

/**
 * Replaces a numerator above and a denominator below a short rule by one word. The text beside it is at the height of the
 * rule, unlike the text of table rows. The side of a table cell touches another side.
 */
export function joinFractions(words: readonly Word[], rules: readonly Box[]): readonly Word[] {
  const replaced = new Map<Word, readonly Word[]>();
  const sides = rules.filter(({ x0, x1, y0, y1 }) => y1 - y0 > Math.max(x1 - x0, minSidePoints));
  for (const rule of rules) {
    const width = rule.x1 - rule.x0;
    if (width < 2 || width > maxBarPoints || rule.y1 - rule.y0 > 2 || sides.some((side) => touches(rule, side)))
      continue;
    const above = findPart(words, rule, (word) => (word.y - rule.y1) / word.size);
    const below = findPart(words, rule, (word) => (rule.y0 - word.y) / word.size - 0.65);
    const [numerator] = above;
    if (!numerator || below.length === 0) continue;
    const text = `${formatPart(above)}/${formatPart(below)}`;
    const baseline = findBaseline(words, rule, (rule.y0 + rule.y1) / 2 - numerator.size * 0.28);
    if (!/[\d(]/.test(text) || baseline === undefined) continue;
    for (const word of [...above, ...below]) replaced.set(word, []);
    const fraction = { ...numerator, units: [...text], x0: rule.x0, x1: rule.x1, y: baseline };
    replaced.set(numerator, [{ ...fraction, hasSpaceBefore: true, hasSpaceAfter: true }]);
  }
  return replaced.size === 0 ? words : words.flatMap((word) => replaced.get(word) ?? [word]);
}

function touches(bar: Box, { x0, x1, y0, y1 }: Box): boolean {
  const isAtEnd = Math.abs(bar.x0 - x0) < 1.5 || Math.abs(bar.x1 - x1) < 1.5;
  return isAtEnd && y0 < bar.y1 + 1 && y1 > bar.y0 - 1;
}

/** Returns the words on one side of a bar, from left to right, if they are in its middle and about as wide. */
function findPart(words: readonly Word[], bar: Box, getDistance: (word: Word) => number): readonly Word[] {
  const near = words.filter((word) => {
    const distance = getDistance(word);
    return distance > -0.05 && distance < 0.5 && word.x1 > bar.x0 && word.x0 < bar.x1;
  });
  const part = near.toSorted((a, b) => a.x0 - b.x0);
  const [first] = part;
  const last = part.at(-1);
  if (!first || !last || part.length > maxPartWords || !part.every(isPartWord)) return [];
  const { size, y } = first;
  const isApart = part.some((word, index) => word.x0 - (part[index - 1]?.x1 ?? word.x0) > size * maxWordGapEms);
  if (isApart || part.some((word) => Math.abs(word.y - y) > size * 0.1)) return [];
  const [width, barWidth] = [last.x1 - first.x0, bar.x1 - bar.x0];
  const isCentered = Math.abs(first.x0 + last.x1 - bar.x0 - bar.x1) / 2 < size * 0.3;
  const isNarrow = width <= barWidth + size * 0.3;
  return isCentered && isNarrow ? part : [];
}

function isPartWord({ units }: Word): boolean {
  return units.length <= maxPartChars && partPattern.test(units.join(''));
}

function formatPart(words: readonly Word[]): string {
  const text = words.map(({ units }) => units.join('')).join(' ');
  return words.length > 1 ? `(${text})` : text;
}

/** Returns the baseline of the text beside a fraction. */
function findBaseline(words: readonly Word[], { x0, x1 }: Box, y: number): number | undefined {
  return words.find((word) => {
    const gap = Math.max(word.x0 - x1, x0 - word.x1);
    return gap >= -0.5 && gap < word.size * 1.5 && Math.abs(word.y - y) < word.size * 0.25;
  })?.y;
}
