import { findFixedPitch } from './fixed-pitch.ts';
import { findNarrowSpaces } from './narrow-spaces.ts';
import type { Glyph } from './page-content.ts';

/** Characters without white space between them, on one baseline. */
export type Word = {
  /** The characters, from left to right on the page. A ligature is one unit. */
  readonly units: readonly string[];
  readonly x0: number;
  readonly x1: number;
  /** Start of the last character. */
  readonly lastX: number;
  /** The baseline. */
  readonly y: number;
  /** Height of the font. */
  readonly size: number;
  readonly font: string;
  readonly isBold: boolean;
  readonly isArtifact: boolean;
  /** Whether the PDF has a space before or after it. */
  readonly hasSpaceBefore: boolean;
  readonly hasSpaceAfter: boolean;
  /** How many spaces the PDF has before it. */
  readonly spaceCount: number;
  /** The place in the order of painting. */
  readonly order: number;
  /** Whether the PDF draws it together with the word before it, with one space between them. */
  readonly isSpaced: boolean;
  /** The distance that the PDF adds after each of its characters. */
  readonly spacing: number;
  /** The width of text that was left out before it. */
  readonly holeBefore: number;
  /** Whether the rest of it is cut off at the side of a table cell. */
  readonly isCut: boolean;
  /** Whether it is above or below the baseline of the words beside it. */
  readonly script?: 'super' | 'sub';
};

/** Minimum gap between two words, in ems. */
export const wordGapEms = 0.15;
const maxOverlapEms = 0.4;
const baselineToleranceEms = 0.12;
const sizeTolerance = 1.2;
const minAligningSpaces = 3;
/** The space after a raised mark is at the height of the text. */
const sameLineEms = 0.5;
/** The next character begins where a space begins, except for rounding. */
const takenSpaceEms = 0.02;
/** Text that is drawn again at a smaller distance looks bold. */
const boldDistanceEms = 0.14;
/** A program that adds a larger distance after each character puts each in its own column. */
const maxSpacingEms = 1.5;

const combiningMark = /^\p{M}+$/u;
/** Accents with a width of their own, which fonts without accented letters are combined with. */
const spacingAccents: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['´', '\u0301'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['¯', '\u0304'],
  ['˘', '\u0306'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['˚', '\u030a'],
  ['˝', '\u030b'],
  ['ˇ', '\u030c'],
  ['¸', '\u0327'],
  ['˛', '\u0328'],
]);

type OpenWord = { -readonly [Key in keyof Word]: Word[Key] } & {
  units: string[];
  /** All characters of a text operation share a style. */
  lastStyle: Glyph['style'];
};

/** Joins the characters of a frame to words, in the order of painting. */
export function buildWords(glyphs: readonly Glyph[]): readonly Word[] {
  const words: OpenWord[] = [];
  let word: OpenWord | undefined;
  let spaces: Glyph[] = [];
  const painted = removeTakenSpaces(removeRepeatedRuns(glyphs));
  const afterNarrowSpace = findNarrowSpaces(painted, wordGapEms);
  const atFixedPitch = findFixedPitch(painted);
  for (const glyph of painted) {
    if (glyph.text === '') {
      spaces.push(glyph);
      addSpacesAfter(words.at(-1), spaces);
      word = undefined;
      continue;
    }
    if (word && afterNarrowSpace.has(glyph)) word.hasSpaceAfter = true;
    else if (word && !word.isCut && addToWord(word, glyph, atFixedPitch.has(glyph))) continue;
    addSpacesAfter(words.at(-1), spaces, glyph);
    word = openWord(glyph, spaces, words);
    spaces = [];
    words.push(word);
  }
  return words;
}

/**
 * Notes the spaces that follow a word on its line. Several are no sign of a wrapped line, but align the text: two before another cell,
 * or more at the end of a line.
 */
function addSpacesAfter(word: OpenWord | undefined, spaces: readonly Glyph[], next?: Glyph): void {
  if (!word || spaces.length === 0) return;
  const { y, size } = word;
  const isOnLine = (glyph: Glyph) => Math.abs(glyph.y - y) < Math.max(size, glyph.style.size) * sameLineEms;
  const count = spaces.filter(isOnLine).length;
  if (word.lastStyle.isUnpainted) widenToSpace(word, spaces[0]);
  const isBeforeCell = count === spaces.length && count > 1 && next !== undefined && isOnLine(next);
  word.hasSpaceAfter = count > 0 && count < minAligningSpaces && !isBeforeCell;
}

/** Widens a word of the text over a scan to the end of the space after it: text recognition makes both as wide as the word in the image. */
function widenToSpace(word: OpenWord, space: Glyph | undefined): void {
  if (space?.style === word.lastStyle && Math.abs(space.x - word.x1) < space.width * takenSpaceEms) {
    word.x1 = space.x + space.width;
  }
}

/** Removes spaces over which the next character is drawn: browsers write one for a soft hyphen that is not shown. */
function removeTakenSpaces(glyphs: readonly Glyph[]): readonly Glyph[] {
  return glyphs.filter(({ text, x, y, style }, index) => {
    const next = glyphs[index + 1];
    if (text !== '' || !next || next.text === '') return true;
    const max = style.size * takenSpaceEms;
    return Math.abs(next.x - x) > max || Math.abs(next.y - y) > max;
  });
}

function openWord(glyph: Glyph, spaces: readonly Glyph[], words: readonly OpenWord[]): OpenWord {
  const { text, x, y, width, style } = glyph;
  const { size, font, isBold, isArtifact } = style;
  const units = [text];
  return {
    units,
    x0: x,
    x1: x + width,
    y,
    size,
    font,
    isBold,
    isArtifact,
    hasSpaceBefore: spaces.length > 0,
    spaceCount: spaces.length,
    order: words.length,
    isSpaced: spaces.length === 1 && spaces[0]?.style === style && words.at(-1)?.lastStyle === style,
    hasSpaceAfter: false,
    spacing: getSpacing(glyph),
    holeBefore: glyph.holeBefore ?? 0,
    isCut: glyph.isCut === true,
    lastX: x,
    lastStyle: style,
  };
}

function addToWord(word: OpenWord, glyph: Glyph, isAtFixedPitch: boolean): boolean {
  const { text, x, y, width, style } = glyph;
  if (combiningMark.test(text)) {
    word.units.push((word.units.pop() ?? '') + text);
    return true;
  }
  if (addAccent(word, glyph)) return true;
  if (glyph.holeBefore !== undefined) return false;
  const isSameSize = style.size < word.size * sizeTolerance && style.size > word.size / sizeTolerance;
  if (!isSameSize || Math.abs(y - word.y) > word.size * baselineToleranceEms) return false;
  // The spacing after the last character of an operation can be the space between two words.
  const gap = x - word.x1 - (word.lastStyle === style ? Math.max(0, word.spacing) : 0);
  if ((gap > word.size * wordGapEms && !isAtFixedPitch) || gap < -word.size * maxOverlapEms || x <= word.lastX - width)
    return false;
  word.units.push(text);
  word.x1 = Math.max(word.x1, x + width);
  word.spacing = getSpacing(glyph);
  word.lastStyle = style;
  word.lastX = x;
  word.isCut = glyph.isCut === true;
  return true;
}

function getSpacing({ spacing, style }: Glyph): number {
  return spacing > style.size * maxSpacingEms ? 0 : spacing;
}

/** Combines an accent with the letter above or below it. TeX draws the accent first. */
function addAccent(word: OpenWord, { text, x, y, width, style }: Glyph): boolean {
  const last = word.units.at(-1) ?? '';
  const lastAccent = spacingAccents.get(last);
  const accent = spacingAccents.get(text);
  if (!accent === !lastAccent) return false;
  const center = (word.lastX + word.x1) / 2;
  const isOver = Math.abs(x + width / 2 - center) < style.size * 0.25 && Math.abs(y - word.y) < style.size * 0.6;
  const letter = accent ? last : text;
  if (!isOver || !/^\p{L}$/u.test(letter)) return false;
  word.units[word.units.length - 1] = (letter.replace('ı', 'i') + (accent ?? lastAccent)).normalize('NFC');
  word.x1 = Math.max(word.x1, x + width);
  if (lastAccent) word.y = y;
  return true;
}

/** Removes text that is drawn again at almost the same place, to look bold or to have a shadow. */
function removeRepeatedRuns(glyphs: readonly Glyph[]): readonly Glyph[] {
  const starts = new Map<string, number[]>();
  const kept: Glyph[] = [];
  let hasRepeated = false;
  for (const run of splitRuns(glyphs)) {
    const isAgain = run.length > 0 && findStarts(starts, run[0]).some((start) => isRepeated(kept, start, run));
    hasRepeated ||= isAgain;
    if (isAgain) continue;
    run.forEach((glyph, index) => {
      // Each character can be drawn twice, before the next one.
      if (glyph.text !== '' && (isSameGlyph(glyph, kept.at(-1)) || isSameGlyph(glyph, kept.at(-2)))) {
        hasRepeated = true;
        return;
      }
      // The text can be drawn again word by word.
      if (glyph.text !== '' && (index === 0 || run[index - 1]?.text === '')) addStart(starts, glyph, kept.length);
      kept.push(glyph);
    });
  }
  return hasRepeated ? kept : glyphs;
}

function addStart(starts: Map<string, number[]>, { text, y }: Glyph, index: number): void {
  const key = `${text} ${Math.round(y)}`;
  const known = starts.get(key);
  if (known) known.push(index);
  else starts.set(key, [index]);
}

/** Returns where the same character begins a word at about the same height. */
function findStarts(starts: ReadonlyMap<string, number[]>, first: Glyph | undefined): readonly number[] {
  if (!first) return [];
  const row = Math.round(first.y);
  return [row, row - 1, row + 1].flatMap((y) => starts.get(`${first.text} ${y}`) ?? []);
}

function splitRuns(glyphs: readonly Glyph[]): readonly (readonly Glyph[])[] {
  const runs: Glyph[][] = [];
  let last: Glyph | undefined;
  for (const glyph of glyphs) {
    const run = runs.at(-1);
    // All characters of a text operation share a style.
    if (run && last?.style === glyph.style) run.push(glyph);
    else runs.push([glyph]);
    last = glyph;
  }
  return runs;
}

function isRepeated(glyphs: readonly Glyph[], start: number, again: readonly Glyph[]): boolean {
  return again.every((glyph, index) => {
    const other = glyphs[start + index];
    if (glyph.text === '' && index === again.length - 1) return true;
    return isSameGlyph(glyph, other);
  });
}

function isSameGlyph({ text, x, y, style }: Glyph, other: Glyph | undefined): boolean {
  if (!other) return false;
  const max = style.size * boldDistanceEms;
  return text === other.text && Math.abs(x - other.x) < max && Math.abs(y - other.y) < max;
}
