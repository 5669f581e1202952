import { toAsciiDigits } from './ascii-digits.ts';
import { unifySpellings } from './same-spellings.ts';

/** ASCII, control characters and common punctuation, which need no normalization. */
const plainPattern = /^[\0-\u00a7\u2010-\u2015\u2018-\u201f\u2022\u2026\u20ac]*$/;

/** Signs that NFKC would turn into letters of the word beside them, as in `Acme™`. */
const letterSigns = /[\u2116\u2120\u2122]/g;

/** Apostrophes that Unicode counts as letters, as in Ukrainian or Hawaiian. Other keyboards write the sign. */
const apostropheLetters = /[\u02b9-\u02bf\ua78b\ua78c]/g;

/** Exponents, which NFKC would join to the number before them, as in `10²`. */
const exponents = /(?<=\p{Nd})[\u00b2\u00b3\u00b9\u2070-\u2079]+/gu;

/** Fractions, which NFKC would join to the number before them, as in `1½`. */
const fractions = /[\u00bc-\u00be\u2150-\u215f\u2189]/g;

/** Marks of scripts in which they can be left out, as vowels in Arabic, or accents in a search. Other scripts write vowels with them. */
const optionalMarks =
  /(?<=[\p{sc=Common}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+|\p{Me}|\u0640/gu;

/** Letters that Unicode does not split into a letter and a mark, and that people without them on their keyboard write in this way. */
const plainLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    ẞ: 'SS',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
    ø: 'o',
    Ø: 'O',
    đ: 'd',
    Đ: 'D',
    ð: 'd',
    Ð: 'D',
    ł: 'l',
    Ł: 'L',
    þ: 'th',
    Þ: 'TH',
    ħ: 'h',
    Ħ: 'H',
    ŧ: 't',
    Ŧ: 'T',
    ı: 'i',
    // Arabic, Persian and Urdu keyboards write the same letter with different characters.
    ى: 'ي',
    ی: 'ي',
    ے: 'ي',
    ک: 'ك',
    ڪ: 'ك',
    ة: 'ه',
    ہ: 'ه',
    ھ: 'ه',
    ە: 'ه',
    ٱ: 'ا',
    // Ukrainian, of which many keyboards have no letter with an upturn.
    ґ: 'г',
    Ґ: 'Г',
  }),
);
const plainLettersPattern = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');

/** Georgian and Cherokee capitals. Unicode gave these letters a case later than the full-text index knows. */
const laterCapitals = /[\u13a0-\u13f5\u1c90-\u1cbf]/g;

/** Scripts that are written without spaces between words. */
const unspacedScripts =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u30fc\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tai_Le}';
const unspacedPattern = new RegExp(`[${unspacedScripts}][${unspacedScripts}\\p{Default_Ignorable_Code_Point}]*`, 'gu');

/** A word of a spaced script, or a run of words of others. Characters that cannot be seen may occur inside it. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]*/gu;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Passed to the segmenter at a time, because its time grows faster than linearly. */
const maxSegmentedChars = 2_000;

/**
 * Normalizes text for search, without segmenting it: NFKC, without characters that cannot be seen, and without the marks of scripts that
 * can omit them, or letters that only some keyboards have, and with ASCII digits. Except in Georgian and Cherokee, the case stays.
 */
export function normalizeSearchText(text: string): string {
  if (plainPattern.test(text)) return text;
  const letters = text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(letterSigns, ' ')
    .replaceAll(apostropheLetters, "'")
    .replaceAll(exponents, ' $&')
    .replaceAll(fractions, ' $& ')
    .normalize('NFKD')
    .replaceAll(optionalMarks, '')
    .replaceAll(plainLettersPattern, (letter) => plainLetters.get(letter) ?? letter)
    .replaceAll(laterCapitals, (letter) => letter.toLowerCase())
    .normalize('NFC');
  return unifySpellings(toAsciiDigits(letters));
}

/** Returns whether a text has letters of a script without spaces between words. */
export function hasUnspacedScript(text: string): boolean {
  return !plainPattern.test(text) && text.search(unspacedPattern) !== -1;
}

export type TextWord = { readonly word: string; readonly start: number };

/** Returns the words of a text as it has them, with their positions. */
export function findWords(text: string): readonly TextWord[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => splitWord(word, index)).flat();
}

/** Splits a word where an unspaced script begins or ends, and into the words of that script. */
function splitWord(word: string, start: number): readonly TextWord[] {
  if (plainPattern.test(word)) return [{ word, start }];
  const parts: string[] = [];
  let end = 0;
  for (const { 0: run, index } of word.matchAll(unspacedPattern)) {
    parts.push(word.slice(end, index), ...segmentRun(run));
    end = index + run.length;
  }
  parts.push(word.slice(end));
  let position = start;
  return parts
    .map((part) => {
      const found = { word: part, start: position };
      position += part.length;
      return found;
    })
    .filter((part) => part.word !== '');
}

/** Returns the words of a run of unspaced scripts. */
function segmentRun(run: string): readonly string[] {
  const words: string[] = [];
  for (let start = 0; start < run.length; start += maxSegmentedChars)
    for (const { segment } of segmenter.segment(run.slice(start, start + maxSegmentedChars))) words.push(segment);
  return words;
}
