import type { PageFont } from './page-font.ts';
import type { Glyph } from './page-content.ts';
import { areTexSymbols, readTexCode, readTexSymbol } from './tex-codes.ts';

/** What the codes of a font are: characters, TeX characters or symbols, or the numbers of outlines, which can be guessed or not. */
type Reading = 'plain' | 'tex' | 'symbols' | 'shifted' | 'unreadable';

/**
 * The outlines of most TrueType fonts are in the order of ASCII, and the space is the third. A font without a Unicode map
 * often uses their numbers as codes.
 */
const outlineShift = 29;
/** A reading is final after this many characters. */
const sampleChars = 400;
const minSampleChars = 4;
/** A few control characters can be the mistake of a program. */
const maxControlShare = 0.03;

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\ufffd\uffff]/g;
/** Marks that are rare in a text, but frequent if letters are numbered from the first printable character. */
const rareMarks = /[!#$%&*+;<=>?@[\\\]^`{|}~]/g;
/** The letters of a text of this length have a lower average rank in every language with Latin letters. */
const minRankedChars = 30;
const maxTextRank = 10.5;
const maxOddTextRank = 8;
/** Share of neighboring letters of which one is a vowel. It is more than a half in languages with Latin letters. */
const minAlternation = 0.45;
/** A wrong Unicode map is found in so many different words, and moves letters by no more. */
const minDisplacedWords = 5;
const maxDisplacement = 32;
const maxWordPattern = /\S{40}/;
/** A font that has only brackets or quotation marks is not numbered. */
const minRareMarks = 8;
/** The letters of European languages, the most frequent first. */
const letters = 'eainrtoslducmphgvbfykwzjqx';

/** The codes of ligatures and bullets in the fonts of TeX, which have no Unicode map if they are bitmaps. */
const texLigatures: ReadonlyMap<string, string> = new Map([
  ['\u000b', 'ff'],
  ['\u000c', 'fi'],
  ['\u000d', 'fl'],
  ['\u000e', 'ffi'],
  ['\u000f', 'ffl'],
  ['\u0088', '•'],
]);

/**
 * Returns a function that repairs or removes the characters of fonts that have no Unicode map. Call it for each page in
 * order: more pages make the decision safer.
 */
export function createTextRepair(getFont: (id: string) => PageFont | undefined) {
  const samples = new Map<string, string>();
  const finalReadings = new Map<string, Reading>();
  const judgeFont = (id: string, sample: string): Reading => {
    const font = getFont(id);
    const isUnmapped = isWithoutMap(font);
    return (isUnmapped && font?.isDrawn ? judgeBitmaps(sample) : null) ?? judge(sample, isUnmapped);
  };
  return (glyphs: readonly Glyph[]): { readonly glyphs: readonly Glyph[]; readonly unreadableCharCount: number } => {
    const readings = new Map<string, Reading>();
    for (const [id, text] of collectTexts(glyphs)) {
      const sample = ((samples.get(id) ?? '') + text).slice(0, sampleChars);
      const reading = finalReadings.get(id) ?? judgeFont(id, sample);
      samples.set(id, sample);
      readings.set(id, reading);
      if (sample.length === sampleChars) finalReadings.set(id, reading);
    }
    const isPlain = [...readings.values()].every((reading) => reading === 'plain');
    if (isPlain && !glyphs.some(({ text }) => texLigatures.has(text))) return { glyphs, unreadableCharCount: 0 };
    const repaired = glyphs.flatMap((glyph) => {
      const text = readGlyph(glyph.text, readings.get(glyph.style.font) ?? 'plain');
      return text === null ? [] : [{ ...glyph, text }];
    });
    return { glyphs: repaired, unreadableCharCount: glyphs.length - repaired.length };
  };
}

function collectTexts(glyphs: readonly Glyph[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  let last: Glyph | undefined;
  for (const glyph of glyphs) {
    const { text, style } = glyph;
    const known = texts.get(style.font) ?? '';
    // Words that are drawn one by one have no spaces. All characters of a text operation share a style.
    const separator = text === '' || (last && last.style !== style) ? ' ' : '';
    if (known.length < sampleChars) texts.set(style.font, known + separator + text);
    last = glyph;
  }
  return texts;
}

function readGlyph(text: string, reading: Reading): string | null {
  if (reading === 'unreadable') return text === '' ? '' : null;
  if (reading === 'shifted') return shift(text).trim();
  if (reading === 'tex') return readTexCode(text);
  if (reading === 'symbols') return readTexSymbol(text);
  return texLigatures.get(text) ?? text;
}

/**
 * Returns how the bitmaps of TeX are read, if the text is one in a language: by the older encoding, with the ligatures of `texLigatures`,
 * by T1, or as symbols. Returns null for other drawings.
 */
function judgeBitmaps(sample: string): Reading | null {
  if (areTexSymbols(sample)) return 'symbols';
  // oxlint-disable-next-line no-control-regex
  const isOlder = !/[\u001b-\u001f\u0080-\u00ff]/.test(sample);
  const text = Array.from(sample, (code) => (isOlder ? (texLigatures.get(code) ?? code) : readTexCode(code))).join('');
  const isText = countMatches(text, controls) === 0 && countMatches(text, /\p{L}/gu) > text.length * 0.5;
  if (text.length < minRankedChars || !isText || rankLetters(text) > maxOddTextRank) return null;
  return isOlder ? 'plain' : 'tex';
}

function shift(text: string): string {
  return text.replace(/./gsu, (character) => String.fromCharCode(character.charCodeAt(0) + outlineShift));
}

/** Whether a font may have no Unicode map. Most fonts of single bytes have names for their characters. */
function isWithoutMap(font: PageFont | undefined): boolean {
  return font !== undefined && font.isNumbered && font.hasOwnCodes();
}

function judge(sample: string, isUnmapped: boolean): Reading {
  if (sample.length < minSampleChars) return 'plain';
  const ligatures = isUnmapped ? 0 : [...sample].filter((character) => texLigatures.has(character)).length;
  const controlShare = (countMatches(sample, controls) - ligatures) / sample.length;
  if (isUnmapped && (controlShare > maxControlShare || isLatin(sample))) {
    const shifted = shift(sample);
    const rank = rankLetters(shifted);
    if (countMatches(shifted, controls) === 0 && rank < maxTextRank && rank + 1.5 < rankLetters(sample))
      return 'shifted';
    if (sample.length >= minRankedChars && isNumbered(sample)) return 'unreadable';
  }
  if (controlShare > maxControlShare || isDisplaced(sample)) return 'unreadable';
  const marks = sample.match(rareMarks) ?? [];
  const rareShare = new Set(marks).size < minRareMarks ? 0 : marks.length / sample.length;
  const letterShare = countMatches(sample, /\p{L}/gu) / sample.length;
  return sample.length >= 24 && rareShare > 0.3 && letterShare < 0.3 ? 'unreadable' : 'plain';
}

/** Whether the letters are no text, but would be one if all had another distance in the order of ASCII: the Unicode map is wrong. */
function isDisplaced(sample: string): boolean {
  const words = new Set(sample.match(/\S*[a-z]{3}\S*/gi));
  if (words.size < minDisplacedWords || !isLatin(sample) || rankLetters(sample) < maxTextRank) return false;
  return Array.from({ length: 2 * maxDisplacement + 1 }, (_, index) => index - maxDisplacement).some((distance) => {
    const moved = sample.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + distance));
    return rankLetters(moved) < maxOddTextRank && getAlternation(moved) > minAlternation;
  });
}

function isLatin(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /^[\u0000-\u024f\u2010-\u203a]*$/.test(text);
}

/** Whether a text has letters that are too rare, or too many kinds of marks instead of letters. */
function isNumbered(sample: string): boolean {
  const letterShare = countMatches(sample, /\p{L}/gu) / sample.length;
  if (letterShare > 0.5) {
    const rank = rankLetters(sample);
    if (maxWordPattern.test(sample)) return true;
    return rank > maxTextRank || (rank > maxOddTextRank && getAlternation(sample) < minAlternation);
  }
  return letterShare < 0.3 && new Set(sample.match(/[!-/:-@[-`{-~]/g)).size > minRareMarks;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function getAlternation(text: string): number {
  const vowels = Array.from(text.toLowerCase().replaceAll(/[^\p{L}]/gu, ''), (character) =>
    /[aeiouyäöüåæøáéíóúà]/.test(character),
  );
  const changes = vowels.filter((isVowel, index) => index > 0 && isVowel !== vowels[index - 1]);
  return changes.length / Math.max(1, vowels.length - 1);
}

/** Returns the average rank of the letters by frequency, which is low in a text. Other characters count as rare letters. */
function rankLetters(text: string): number {
  let sum = 0;
  let count = 0;
  for (const character of text.toLowerCase()) {
    if (/[\s.,:;'"()/\d-]/.test(character)) continue;
    const rank = letters.indexOf(character);
    sum += rank < 0 ? letters.length : rank;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
