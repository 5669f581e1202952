import { wordGapEms, type Word } from './build-words.ts';
import { reorderRightToLeft } from './right-to-left.ts';

const superscripts: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
};
const subscriptZero = 0x2080;
/** The end of an ordinal number, such as "1st", and of a trademark, which are read with the word before them. */
const plainSuperscript = /^(?:st|nd|rd|th|er|re|ère|e|ème|o|a|os|as|º|ª|TM|SM|®|™|©|[*†‡§°′″']+)$/;
/** A price tag is read from far away. */
const minTagPoints = 16;
const minCentsRatio = 0.4;
const maxVariableGapEms = 0.1;
const minSpacedLetters = 4;
/** Characters of scripts without spaces can have any distance up to this one. */
const unspacedGapEms = 0.7;
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
/** Characters that are not seen and do not separate words. */
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** A gap between letter-spaced words relative to the gap between their letters. */
const spacedWordGap = 1.6;

/** Joins the words of a line, from left to right, to text in reading order. */
export function joinWords(words: readonly Word[]): string {
  const spacedGaps = findSpacedLetters(words);
  const letterSpacing = Math.max(0, ...words.map(({ spacing }) => spacing));
  const units: string[] = [];
  words.forEach((word, index) => {
    const previous = words[index - 1];
    if (previous) {
      const gap = spacedGaps.get(index);
      const isSpace = gap ?? (isAfterMark(previous, word, index) || hasSpaceBetween(previous, word, letterSpacing));
      if (isSpace) units.push(' ');
    }
    units.push(...(word.script ? writeScript(word, previous, words[index + 1], words[index - 2]) : word.units));
  });
  return reorderRightToLeft(units).replaceAll(invisible, '').replaceAll(/ {2,}/g, ' ').trim();
}

/** Whether a word follows the mark of a footnote at the start of its text. */
function isAfterMark(previous: Word, word: Word, index: number): boolean {
  return index === 1 && previous.script === 'super' && !word.script && /^[\p{L}"“„«(]/u.test(word.units[0] ?? '');
}

function hasSpaceBetween(previous: Word, word: Word, letterSpacing: number): boolean {
  if (isStackedFraction(previous, word)) return false;
  const gap = word.x0 - previous.x1;
  // The letters of the line are set apart, and some of them are drawn by themselves.
  const isLetterGap = letterSpacing > 0 && gap > letterSpacing * 0.5 && gap < letterSpacing * 1.3;
  if (isLetterGap && !previous.hasSpaceAfter && !word.hasSpaceBefore && previous.size === word.size) return false;
  const em = word.script || previous.script ? Math.min(previous.size, word.size) : Math.max(previous.size, word.size);
  if (word.script && !previous.script) return gap > em * 0.4 || (word.hasSpaceBefore && gap > em * 0.2);
  // A word after the mark of a footnote, which can be close to it.
  if (previous.script === 'super' && !word.script && /^\p{L}{2}/u.test(word.units.join(''))) {
    if (/\d$/.test(previous.units.join('')) && gap > em * 0.03) return true;
  }
  // The widths of a font that is not embedded can be too large.
  const hasSpace = previous.hasSpaceAfter || word.hasSpaceBefore;
  const isUnspaced = unspacedScript.test(previous.units.at(-1) ?? '') && unspacedScript.test(word.units[0] ?? '');
  return gap > em * (isUnspaced ? unspacedGapEms : wordGapEms) || (hasSpace && gap > em * -0.1);
}

/**
 * Finds words that are written with gaps between their letters. Returns, by the index of each letter after the first one
 * of a sequence, whether a word begins there.
 */
function findSpacedLetters(words: readonly Word[]): ReadonlyMap<number, boolean> {
  const result = new Map<number, boolean>();
  for (let start = 0; start < words.length;) {
    let end = start + 1;
    while (end < words.length && isSpacedLetter(words[end - 1]) && isSpacedLetter(words[end])) end += 1;
    const singleCount = words.slice(start, end).filter(({ units }) => /^\p{L}$/u.test(units.join(''))).length;
    if (singleCount >= Math.max(minSpacedLetters, (end - start) * 0.6)) {
      findSpacesBetweenLetters(words.slice(start, end)).forEach((isSpace, at) => result.set(start + 1 + at, isSpace));
    }
    start = end;
  }
  return result;
}

/** Returns whether there is a space after each letter except the last one. */
function findSpacesBetweenLetters(letters: readonly Word[]): readonly boolean[] {
  const pairs = letters.slice(1).map((word, at) => ({ word, before: letters[at] ?? word }));
  const gaps = pairs.map(({ word, before }) => word.x0 - before.x1);
  const isMarked = pairs.map(({ word, before }) => word.hasSpaceBefore || before.hasSpaceAfter);
  const marked = gaps.filter((_, at) => isMarked[at]);
  const others = gaps.filter((_, at) => !isMarked[at]);
  // Spaces between words, and none between letters.
  const areWordsMarked = marked.length > 0 && Math.min(...marked) > Math.max(...others) * 1.2;
  if (areWordsMarked && others.length > 0) return isMarked;
  // Letters have the same distance from each other, or from the start of one to the start of the next one.
  const steps = pairs.map(({ word, before }) => word.x0 - before.lastX);
  const distances = getSpread(gaps) <= getSpread(steps) ? gaps : steps;
  const letterDistance = Math.max(getQuartile(distances, 0.25), 0.01);
  return distances.map((distance) => distance > letterDistance * spacedWordGap);
}

function getQuartile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** Returns how much most of the values differ, relative to them. The few between words differ more. */
function getSpread(values: readonly number[]): number {
  const median = Math.max(getQuartile(values, 0.5), 0.01);
  const deviations = values.map((value) => Math.abs(value - median));
  return getQuartile(deviations, 0.5) / median;
}

function isSpacedLetter(word: Word | undefined): boolean {
  return word !== undefined && !word.script && word.units.length <= 2 && /^(?:\p{L}+|\d)$/u.test(word.units.join(''));
}

/** Returns the units of a superscript or subscript so that they do not change the number or word before them. */
function writeScript(
  word: Word,
  previous: Word | undefined,
  next: Word | undefined,
  before: Word | undefined,
): readonly string[] {
  const text = word.units.join('');
  const last = previous?.units.at(-1) ?? '';
  if (isStackedFraction(word, next) && !isVariableOf(previous, word)) return [' ', text, '/'];
  if (previous && isStackedFraction(previous, word) && !isVariableOf(before, previous)) return word.units;
  if (word.script === 'sub') {
    if (!/^\d+$/.test(text)) return word.units;
    // "H2O" is written with a digit, but "10" with the base 2 is not "102".
    return /\d/.test(last) ? [...text].map((digit) => String.fromCodePoint(subscriptZero + Number(digit))) : [text];
  }
  // The slash of a unit such as "m³/h" is before a letter.
  if (!previous || /^[⁄/](?!\p{L})/u.test(next?.units.join('') ?? '') || /^[⁄/]$/.test(last)) {
    // The mark of a footnote text, or the numerator of a fraction.
    return previous && /\d/.test(last) && !/[⁄/]/.test(last) ? [' ', text] : [text];
  }
  if (isCents(word, previous, next) || (!before && !next && isPriceTag(word, previous))) return ['.', ...word.units];
  if (/^[\d+\u2212\u2013()-]+$/.test(text)) return [...text].map(writeSuperscriptCharacter);
  // A letter within a word, as in the logo of LaTeX.
  const isWithin =
    next && !next.script && next.x0 - word.x1 < word.size * wordGapEms && /^\p{L}/u.test(next.units[0] ?? '');
  if (isWithin && /\p{L}$/u.test(last) && /^\p{L}+$/u.test(text)) return word.units;
  if (/^[\u2218\u25e6]$/.test(text) || (text === 'o' && /\d$/.test(last) && /^[CF]/.test(next?.units[0] ?? '')))
    return ['°'];
  const isMark = text === 'a' && (/\d/.test(last) || previous.units.length > 1);
  if (plainSuperscript.test(text) && !isMark) return word.units;
  if (/^[\d,;\s]+$/.test(text)) return ['[', ...text.replaceAll(/[,;\s]+/g, ','), ']'];
  const isVariable = (previous.units.length < 2 && !/\d/.test(last)) || (/\d/.test(last) && /^[i-z]$/.test(text));
  if ((/^\p{Ll}$/u.test(text) && !isVariable) || /^\p{Ll}\)$/u.test(text)) return ['[', text.charAt(0), ']'];
  if (!/^[\p{L}\d]/u.test(text)) return word.units;
  return /[+\u2212\u2013*/=-]/.test(text) ? ['^(', ...word.units, ')'] : ['^', ...word.units];
}

/** Whether two raised digits are the cents of a price, as on a price tag. */
function isCents({ units }: Word, previous: Word, next: Word | undefined): boolean {
  const text = units.join('');
  const isBeforeCurrency = /^(?:[€£]|EUR|USD|GBP|CHF|PLN|kr|zł)(?!\p{L})/u.test(next?.units.join('') ?? '');
  const isAfterCurrency = /^[$€£]\d{1,4}$/.test(previous.units.join('')) && /^(?:99|95|90|50|49|00)$/.test(text);
  return /^\d{2}$/.test(text) && /\d$/.test(previous.units.at(-1) ?? '') && (isBeforeCurrency || isAfterCurrency);
}

/** Whether a large number and two raised digits can be a price on a price tag that has no currency. */
function isPriceTag({ units, size }: Word, previous: Word): boolean {
  const isLarge = previous.size >= minTagPoints && size >= previous.size * minCentsRatio;
  return isLarge && /^\d{2}$/.test(units.join('')) && /^\d{1,4}$/.test(previous.units.join(''));
}

/** Whether two digits are above each other without a line between them. */
function isStackedFraction(upper: Word | undefined, lower: Word | undefined): boolean {
  if (upper?.script !== 'super' || lower?.script !== 'sub') return false;
  const overlap = Math.min(upper.x1, lower.x1) - Math.max(upper.x0, lower.x0);
  return overlap > (lower.x1 - lower.x0) * 0.5 && [upper, lower].every(({ units }) => /^\d+$/.test(units.join('')));
}

/** Whether a word is a letter that a script touches: it has an exponent and an index, and no fraction follows it. */
function isVariableOf(word: Word | undefined, script: Word): boolean {
  if (!word || word.script || !/^\p{L}$/u.test(word.units.join(''))) return false;
  return script.x0 - word.x1 < word.size * maxVariableGapEms;
}

function writeSuperscriptCharacter(character: string): string {
  if (/[\u2212\u2013-]/.test(character)) return '⁻';
  if (character === '+') return '⁺';
  if (character === '(') return '⁽';
  return character === ')' ? '⁾' : (superscripts[character] ?? character);
}
