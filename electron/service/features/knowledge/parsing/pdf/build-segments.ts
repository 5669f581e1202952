import { splitAtAlignedPieces } from './aligned-pieces.ts';
import { attachScripts } from './attach-scripts.ts';
import { joinFractions } from './join-fractions.ts';
import { joinWords } from './join-words.ts';
import { joinMarkers } from './list-marks.ts';
import type { Box } from './page-content.ts';
import type { Segment, SegmentPiece } from './segment.ts';
import { wordGapEms, type Word } from './build-words.ts';
import { baselineToleranceEms, columnGapEms, countChars, type WordGroup } from './word-group.ts';

/** Spaces can be stretched so that the lines of a narrow column have the same length. */
const maxJustifiedGapEms = 2.5;
const minJustifiedGaps = 3;
const justifiedToleranceEms = 0.08;
const maxSpaceRatio = 2;
/** A space is narrower, except in justified lines. */
const minPieceGapEms = 0.45;
/** The same if the PDF has spaces between most words, but none in the gap. */
const minUnspacedGapEms = 0.38;
/** Letters that are further apart are set with space between them. */
const minLetterGapEms = 0.2;
const minSidePoints = 6;
const minInitialRatio = 1.8;
const minOverlaidRatio = 1.8;
const maxInitials = 50;
/** Rows of the same table are closer to each other. */
const maxRowDistanceEms = 6.5;
const minOtherRows = 2;
const maxWordsBetween = 2;
const oneLetterWord = /^[AIOEYUÀÈÉÓÚВКСУОАИЯ]$/;

/** Groups the words of a frame to segments, from top to bottom. */
export function buildSegments(words: readonly Word[], rules: readonly Box[]): readonly Segment[] {
  const groups = attachScripts(groupWords(joinInitials(joinFractions(words, rules)), rules));
  const hasSpaces = haveSpaces(groups);
  const segments = groups.map((group) => createSegment(group, hasSpaces)).filter(({ text }) => text !== '');
  const sorted = segments.toSorted((a, b) => b.y - a.y || a.x0 - b.x0);
  const joined = joinMarkers(sorted);
  return hasSpaces ? splitAtAlignedPieces(joined) : joined;
}

/** Whether the PDF has spaces in most gaps that are as wide as a space, if it has such gaps. Some programs only move on. */
function haveSpaces(groups: readonly WordGroup[]): boolean {
  let spaced = 0;
  let unspaced = 0;
  for (const { words } of groups) {
    words.forEach((word, index) => {
      const previous = words[index - 1];
      const gap = previous ? (word.x0 - previous.x1) / word.size : 0;
      if (!previous || gap < wordGapEms || gap > minUnspacedGapEms) return;
      if (previous.hasSpaceAfter || word.hasSpaceBefore) spaced += 1;
      else unspaced += 1;
    });
  }
  return unspaced === 0 || spaced > unspaced;
}

function createSegment({ words, x0, x1, y, size, isAfterCut }: WordGroup, hasSpaces: boolean): Segment {
  const main = words.reduce((best, word) => (word.units.length > best.units.length ? word : best));
  return {
    text: joinWords(words),
    x0,
    x1,
    y,
    size,
    font: main.font,
    isBold: main.isBold,
    isArtifact: words.every(({ isArtifact }) => isArtifact),
    endsWithSpace: words.at(-1)?.hasSpaceAfter === true,
    pieces: splitPieces(words, hasSpaces),
    isAfterCut,
  };
}

function splitPieces(words: readonly Word[], hasSpaces: boolean): readonly SegmentPiece[] {
  const pieces: { words: Word[]; isUnspaced: boolean }[] = [];
  const isFixed = hasFixedWidth(words);
  for (const word of words) {
    const piece = pieces.at(-1);
    const previous = piece?.words.at(-1);
    const gap = previous ? word.x0 - word.holeBefore - previous.x1 : 0;
    const isUnspaced = !isFixed && !previous?.hasSpaceAfter && !word.hasSpaceBefore;
    const minGapEms = isUnspaced && hasSpaces ? minUnspacedGapEms : minPieceGapEms;
    if (previous && (word.isSpaced || gap < previous.size * minGapEms)) piece?.words.push(word);
    else pieces.push({ words: [word], isUnspaced });
  }
  if (pieces.length < 2) return [];
  return pieces.map(({ words: own, isUnspaced }) => ({
    text: joinWords(own),
    x0: own[0]?.x0 ?? 0,
    x1: Math.max(...own.map(({ x1 }) => x1)),
    isUnspaced,
  }));
}

/** Whether all characters have the same width, so that a space is as wide as the gap between columns. */
function hasFixedWidth(words: readonly Word[]): boolean {
  if (words.length < 2 || !words.some(({ units }) => /\p{L}{2}/u.test(units.join('')))) return false;
  const widths = words.map(({ x0, x1, units }) => (x1 - x0) / units.length);
  return Math.max(...widths) - Math.min(...widths) < Math.max(...widths) * 0.02;
}

function groupWords(words: readonly Word[], rules: readonly Box[]): readonly WordGroup[] {
  const sides = rules.filter(({ x0, x1, y0, y1 }) => y1 - y0 > Math.max(x1 - x0, minSidePoints));
  const groups: WordGroup[] = [];
  for (const line of groupByBaseline(words).flatMap(separateOverlaid)) {
    let group: WordGroup | undefined;
    for (const word of markJustified(checkSpaces(line.toSorted((a, b) => a.x0 - b.x0)))) {
      const previous = group?.words.at(-1);
      const isAfterCut = previous !== undefined && (previous.isCut || touchesCell(previous, word, words));
      if (group && !isAfterCut && canJoin(group, word) && !hasSideBetween(group, word, sides)) extendGroup(group, word);
      else {
        const { x0, x1, y, size, spacing } = word;
        group = { words: [word], x0, x1, y, size, letterGap: spacing, isAfterCut };
        groups.push(group);
      }
    }
  }
  return groups;
}

/**
 * Whether a word begins a cell that the text of the cell before it touches: it was not drawn after that text, and words of other rows begin
 * at the same place.
 */
function touchesCell(previous: Word, word: Word, words: readonly Word[]): boolean {
  // A raised letter can be drawn between them, as in LaTeX.
  const isDrawnAfter = Math.abs(word.order - previous.order) <= maxWordsBetween;
  const isSameLine = Math.abs(word.y - previous.y) < 0.5 && Math.abs(word.size - previous.size) < 0.5;
  if (isDrawnAfter || !isSameLine || previous.hasSpaceAfter || word.hasSpaceBefore) return false;
  if (Math.abs(word.x0 - previous.x1) > word.size * wordGapEms) return false;
  const isAtStart = ({ x0, y }: Word) =>
    Math.abs(x0 - word.x0) < 0.5 && y !== word.y && Math.abs(y - word.y) < word.size * maxRowDistanceEms;
  const followsWord = ({ x0, y, size }: Word) =>
    words.some((other) => other.y === y && other.x0 < x0 && x0 - other.x1 < size * columnGapEms);
  return words.filter((other) => isAtStart(other) && !followsWord(other)).length >= minOtherRows;
}

/**
 * Takes words apart that were drawn together, if another word is between them, or if the space between them is far wider than others of
 * the line: it is a gap between columns.
 */
function checkSpaces(line: readonly Word[]): readonly Word[] {
  const gaps = line.map((word, index) => {
    const previous = line[index - 1];
    const isNext = previous && Math.abs(word.order - previous.order) === 1;
    return word.isSpaced && isNext ? word.x0 - previous.x1 : Infinity;
  });
  const smallest = Math.min(...gaps);
  const isColumn = ({ isSpaced, size }: Word, index: number) => {
    const gap = gaps[index] ?? 0;
    return isSpaced && gap > size * columnGapEms && gap > Math.min(smallest * maxSpaceRatio, size * maxJustifiedGapEms);
  };
  const starts = new Set(line.filter(isColumn).map(({ order }) => order));
  if (starts.size === 0) return line;
  // The space is the gap, and not the end of a wrapped line.
  return line.map((word) => ({
    ...word,
    ...(starts.has(word.order) && { isSpaced: false, hasSpaceBefore: false }),
    ...(starts.has(word.order + 1) && { hasSpaceAfter: false }),
  }));
}

/** Marks the words of a line as drawn together, if the spaces between several of them are stretched by the same distance. */
function markJustified(line: readonly Word[]): readonly Word[] {
  if (line.length <= minJustifiedGaps) return line;
  const gaps = line.map((word, index) => {
    const previous = line[index - 1];
    const isSpace = previous?.hasSpaceAfter && word.spaceCount === 1;
    return isSpace ? word.x0 - previous.x1 : 0;
  });
  if (line.every(({ isSpaced, size }, index) => isSpaced || (gaps[index] ?? 0) < size * columnGapEms)) return line;
  return line.map((word, index) => {
    const gap = gaps[index] ?? 0;
    if (word.isSpaced || gap < word.size * columnGapEms || !/\p{L}/u.test(word.units.join(''))) return word;
    const near = gaps.slice(Math.max(0, index - 2), index + 3);
    const equal = near.filter((other) => Math.abs(other - gap) < word.size * justifiedToleranceEms);
    // The same word again and again is in several columns.
    const isSame = line[index - 1]?.units.join('') === word.units.join('');
    return equal.length >= minJustifiedGaps && !isSame ? { ...word, isSpaced: true } : word;
  });
}

function groupByBaseline(words: readonly Word[]): readonly (readonly Word[])[] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  for (const word of words.toSorted((a, b) => b.y - a.y)) {
    const [first] = line;
    const isSame = first && first.y - word.y <= Math.min(first.size, word.size) * baselineToleranceEms;
    if (isSame) line.push(word);
    else {
      line = [word];
      lines.push(line);
    }
  }
  return lines;
}

/** Separates large words from the smaller ones of their line that they lie over, such as a watermark. */
function separateOverlaid(line: readonly Word[]): readonly (readonly Word[])[] {
  const large = line.filter((word) => line.some((other) => liesOver(word, other)));
  return large.length === 0 ? [line] : [line.filter((word) => !large.includes(word)), large];
}

function liesOver(large: Word, { x0, x1, size }: Word): boolean {
  const overlap = Math.min(large.x1, x1) - Math.max(large.x0, x0);
  return size * minOverlaidRatio < large.size && overlap > (x1 - x0) * 0.5;
}

function canJoin(group: WordGroup, word: Word): boolean {
  const em = Math.max(group.size, word.size);
  const gap = word.x0 - word.holeBefore - group.x1;
  const isOverlapped = gap < -0.5 * Math.min(em, word.x1 - word.x0);
  if (word.isSpaced && gap <= em * maxJustifiedGapEms) return true;
  // The space between words that are set with space between their letters is wider too.
  return gap <= em * columnGapEms + 2 * Math.max(0, group.letterGap) && !isOverlapped;
}

/** Whether the side of a table cell is between two words. */
function hasSideBetween({ x1, y, size }: WordGroup, word: Word, sides: readonly Box[]): boolean {
  const middle = y + size * 0.3;
  return sides.some((side) => side.x0 >= x1 - 1 && side.x1 <= word.x0 + 1 && side.y0 < middle && side.y1 > middle);
}

function extendGroup(group: WordGroup, word: Word): void {
  const chars = countChars(group);
  group.letterGap = findLetterGap(group.words, word);
  group.words.push(word);
  group.x1 = Math.max(group.x1, word.x1);
  // A few small or large characters do not change the size of the line.
  if (word.units.length > chars) group.size = word.size;
}

/** Returns the space between the last letters of a line, if each is set apart from the next one. */
function findLetterGap(words: readonly Word[], word: Word): number {
  const letters = [...words.slice(-2), word];
  if (letters.length < 3 || letters.some(({ units }) => units.length > 1)) return word.spacing;
  const text = letters.map(({ units }) => units.join('')).join('');
  const gaps = letters.slice(1).map((letter, index) => letter.x0 - (letters[index]?.x1 ?? 0));
  const smallest = Math.min(...gaps);
  const isSpaced = /^[\p{L}\d]+$/u.test(text) && /\p{L}/u.test(text) && smallest > word.size * minLetterGapEms;
  return isSpaced ? Math.max(smallest, word.spacing) : word.spacing;
}

/** Joins a large first letter that is as high as several lines with the word beside it. */
function joinInitials(words: readonly Word[]): readonly Word[] {
  const replaced = new Map<Word, readonly Word[]>();
  const smallest = words.reduce((size, word) => Math.min(size, word.size), Infinity);
  const isInitial = ({ units, size }: Word) =>
    units.length === 1 && size > smallest * minInitialRatio && /^\p{Lu}$/u.test(units[0] ?? '');
  for (const initial of words.filter(isInitial).slice(0, maxInitials)) {
    const beside = words.filter(({ x0, y, size }) => {
      const gap = x0 - initial.x1;
      const isSmall = size * minInitialRatio < initial.size;
      return isSmall && gap > -1 && gap < size && y > initial.y - size * 0.5 && y < getTop(initial);
    });
    const [first, second] = beside.toSorted((a, b) => b.y - a.y);
    if (!first || !second || Math.abs(getTop(first) - getTop(initial)) > first.size * 0.6) continue;
    const isOwnWord = (initial.hasSpaceAfter || first.hasSpaceBefore) && oneLetterWord.test(initial.units[0] ?? '');
    const start = { ...initial, y: first.y, size: first.size };
    replaced.set(initial, []);
    replaced.set(
      first,
      isOwnWord ? [start, first] : [{ ...first, units: [...initial.units, ...first.units], x0: initial.x0 }],
    );
  }
  return replaced.size === 0 ? words : words.flatMap((word) => replaced.get(word) ?? [word]);
}

function getTop({ y, size }: Word): number {
  return y + size * 0.7;
}
