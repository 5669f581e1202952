import { joinFractions } from './join-fractions.ts';
import { joinWords } from './join-words.ts';
import type { Box } from './page-content.ts';
import type { Word } from './build-words.ts';

/** Words on one line, without a gap that may separate columns. */
export type Segment = {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly isBold: boolean;
  readonly isArtifact: boolean;
  /** Whether the PDF has a space after it, as word processors write where they wrap a line. */
  readonly endsWithSpace: boolean;
  /** Its parts, if there are gaps wider than a space between them: they can be cells of a narrow table. */
  readonly pieces: readonly SegmentPiece[];
};

type SegmentPiece = { readonly text: string; readonly x0: number; readonly x1: number };

/** A wider gap may separate columns. */
const columnGapEms = 0.9;
/** Spaces can be stretched so that the lines of a narrow column have the same length. */
const maxJustifiedGapEms = 2.5;
/** A space is narrower, except in justified lines. */
const minPieceGapEms = 0.45;
const baselineToleranceEms = 0.15;
/** Letters that are further apart are set with space between them. */
const minLetterGapEms = 0.2;
const minSidePoints = 6;
/** Superscripts and subscripts are smaller than the text beside them, unless they are a few digits. */
const maxScriptSize = 0.85;
const shortScript = /^[\d+\u2212\u2013(),*-]{1,4}$/;
const minShortScriptRise = 0.25;
const letterScript = /^\p{L}{1,3}$/u;
const maxLetterScriptSize = 0.98;
/** A longer text is a line of its own. */
const maxScriptChars = 12;
const minInitialRatio = 1.8;
const maxInitials = 50;
const oneLetterWord = /^[AIOEYUÀÈÉÓÚВКСУОАИЯ]$/;
const maxScriptGapEms = 0.25;
/** How far a script is from the baseline, in ems of the text beside it. */
const superRange = [0.12, 0.75] as const;
const subRange = [-0.6, -0.04] as const;

type WordGroup = { words: Word[]; x0: number; x1: number; y: number; size: number; letterGap: number };

/** Groups the words of a frame to segments, from top to bottom. */
export function buildSegments(words: readonly Word[], rules: readonly Box[]): readonly Segment[] {
  const groups = attachScripts(groupWords(joinInitials(joinFractions(words, rules)), rules));
  const segments = groups.map(createSegment).filter(({ text }) => text !== '');
  return joinMarkers(segments.toSorted((a, b) => b.y - a.y || a.x0 - b.x0));
}

const bullet = /^[•◦‣▪▫■□●○◆❖➢➔☐☒☑✓✗·]$/u;
const numberOrDash = /^(?:[–—*-]|\(?(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?)$/u;
const maxMarkerGapEms = 4;

/** Joins the mark or number of a list item, which can be far from it, with its text. */
function joinMarkers(segments: readonly Segment[]): readonly Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const marker = joined.at(-1);
    if (marker && isMarkerOf(marker, segment, joined.at(-2))) {
      joined[joined.length - 1] = { ...segment, text: `${marker.text} ${segment.text}`, x0: marker.x0, pieces: [] };
    } else joined.push(segment);
  }
  return joined;
}

function isMarkerOf(marker: Segment, { text, x0, y, size }: Segment, before: Segment | undefined): boolean {
  const gap = (x0 - marker.x1) / size;
  if (Math.abs(marker.y - y) > size * 0.2 || gap < 0 || gap > maxMarkerGapEms) return false;
  if (bullet.test(marker.text)) return true;
  const isFirst = !before || Math.abs(before.y - marker.y) > size * 0.2;
  return isFirst && numberOrDash.test(marker.text) && /^[\p{L}"“„«(]/u.test(text);
}

function createSegment({ words, x0, x1, y, size }: WordGroup): Segment {
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
    pieces: splitPieces(words),
  };
}

function splitPieces(words: readonly Word[]): readonly SegmentPiece[] {
  const pieces: Word[][] = [];
  for (const word of words) {
    const previous = pieces.at(-1)?.at(-1);
    if (previous && (word.isSpaced || word.x0 - previous.x1 < previous.size * minPieceGapEms))
      pieces.at(-1)?.push(word);
    else pieces.push([word]);
  }
  if (pieces.length < 2) return [];
  return pieces.map((piece) => ({
    text: joinWords(piece),
    x0: piece[0]?.x0 ?? 0,
    x1: Math.max(...piece.map(({ x1 }) => x1)),
  }));
}

function groupWords(words: readonly Word[], rules: readonly Box[]): readonly WordGroup[] {
  const sides = rules.filter(({ x0, x1, y0, y1 }) => y1 - y0 > Math.max(x1 - x0, minSidePoints));
  const groups: WordGroup[] = [];
  for (const line of groupByBaseline(words)) {
    let group: WordGroup | undefined;
    for (const word of line.toSorted((a, b) => a.x0 - b.x0)) {
      if (group && canJoin(group, word) && !hasSideBetween(group, word, sides)) extendGroup(group, word);
      else {
        group = { words: [word], x0: word.x0, x1: word.x1, y: word.y, size: word.size, letterGap: word.spacing };
        groups.push(group);
      }
    }
  }
  return groups;
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

function canJoin(group: WordGroup, word: Word): boolean {
  const em = Math.max(group.size, word.size);
  const gap = word.x0 - group.x1;
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
  const gaps = letters.slice(1).map((letter, index) => letter.x0 - (letters[index]?.x1 ?? 0));
  const smallest = Math.min(...gaps);
  const isSpaced = letters.length > 2 && letters.every(({ units }) => /^\p{L}$/u.test(units.join('')));
  return isSpaced && smallest > word.size * minLetterGapEms ? Math.max(smallest, word.spacing) : word.spacing;
}

/** Adds superscripts and subscripts to the text beside them. */
function attachScripts(groups: readonly WordGroup[]): readonly WordGroup[] {
  const attached = new Set<WordGroup>();
  const byHeight = groups.toSorted((a, b) => a.y - b.y);
  const largest = groups.reduce((size, group) => Math.max(size, group.size), 0);
  const scripts = groups.filter(
    (group) => group.size <= largest * maxScriptSize || isLetter(group) || isShortScript(group, largest),
  );
  for (const script of scripts.toSorted((a, b) => a.size - b.size)) {
    const near = sliceHeights(byHeight, script.y - largest * superRange[1], script.y - largest * subRange[0]);
    const base = findBase(script, near, attached);
    if (!base) continue;
    attached.add(script);
    const place = script.y > base.y ? 'super' : 'sub';
    base.words.push(...script.words.map((word): Word => ({ ...word, script: place })));
    base.words.sort((a, b) => a.x0 - b.x0);
    base.x0 = Math.min(base.x0, script.x0);
    base.x1 = Math.max(base.x1, script.x1);
  }
  return attached.size === 0 ? groups : joinNeighbors(groups.filter((group) => !attached.has(group)));
}

function isLetter({ words }: WordGroup): boolean {
  return words.length === 1 && words[0]?.units.length === 1;
}

/** Returns the groups between two heights, from groups sorted by height. */
function sliceHeights(sorted: readonly WordGroup[], bottom: number, top: number): readonly WordGroup[] {
  const findIndex = (y: number) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.y ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return sorted.slice(findIndex(bottom), findIndex(top));
}

function findBase(
  script: WordGroup,
  groups: readonly WordGroup[],
  attached: ReadonlySet<WordGroup>,
): WordGroup | undefined {
  let best: WordGroup | undefined;
  const scriptChars = countChars(script);
  for (const base of groups) {
    if (base === script || attached.has(base) || (scriptChars > maxScriptChars && scriptChars > countChars(base)))
      continue;
    const rise = (script.y - base.y) / base.size;
    const isSmall = script.size <= base.size * maxScriptSize;
    if (!isSmall && !isLoweredLetter(script, base, rise) && !isShiftedNumber(script, base, rise)) continue;
    const [low, high] = rise > 0 ? superRange : subRange;
    if (rise < low || rise > high) continue;
    const gap = base.size * maxScriptGapEms;
    const touches = base.words.some((word) => {
      const after = script.x0 - word.x1;
      const before = word.x0 - script.x1;
      return (after > -gap && after < gap) || (before > -gap && before < gap * 1.6);
    });
    if (touches && (!best || Math.abs(script.y - base.y) < Math.abs(script.y - best.y))) best = base;
  }
  return best;
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

function countChars({ words }: WordGroup): number {
  return words.reduce((count, { units }) => count + units.length, 0);
}

/** Whether a group can be a script although it is almost as large as the text beside it. */
function isShortScript({ words, size }: WordGroup, textSize: number): boolean {
  const text = words.length === 1 ? (words[0]?.units.join('') ?? '') : '';
  return shortScript.test(text) || (letterScript.test(text) && size <= textSize * maxLetterScriptSize);
}

/** Whether a number or mark of almost the same size is above or below the end of a word. */
function isShiftedNumber(script: WordGroup, base: WordGroup, rise: number): boolean {
  if (!isShortScript(script, base.size) || script.size > base.size * 1.02 || Math.abs(rise) < minShortScriptRise)
    return false;
  return base.words.some((word) => Math.abs(script.x0 - word.x1) < base.size * maxScriptGapEms);
}

/** Whether a letter is within a word but lower, as in the logo of TeX. */
function isLoweredLetter(script: WordGroup, base: WordGroup, rise: number): boolean {
  if (rise > 0 || rise < -0.3 || !isLetter(script)) return false;
  const gap = base.size * maxScriptGapEms;
  const isAfter = base.words.some((word) => Math.abs(script.x0 - word.x1) < gap);
  return isAfter && base.words.some((word) => Math.abs(word.x0 - script.x1) < gap);
}

/** Joins segments that a script between them has brought together. */
function joinNeighbors(groups: readonly WordGroup[]): readonly WordGroup[] {
  const sorted = groups.toSorted((a, b) => b.y - a.y || a.x0 - b.x0);
  const joined: WordGroup[] = [];
  for (const group of sorted) {
    const previous = joined.at(-1);
    const isSameLine = previous && Math.abs(previous.y - group.y) <= previous.size * baselineToleranceEms;
    const gap = previous ? group.x0 - previous.x1 : Infinity;
    const hasScript = previous?.words.at(-1)?.script ?? group.words[0]?.script;
    if (previous && isSameLine && hasScript && gap >= -1 && gap <= previous.size * columnGapEms) {
      previous.words.push(...group.words);
      previous.x1 = Math.max(previous.x1, group.x1);
    } else joined.push(group);
  }
  return joined;
}
