import { chardet } from 'jschardet';
import { decodeText } from './detect-charset.ts';

type LegacyCharset = {
  /** The name in jschardet and in iconv-lite. */
  readonly id: string;
  readonly charset?: string;
  /** How rare the charset is among text files, on the scale of the logarithm of a probability. */
  readonly rarity: number;
};

const legacyCharsets: readonly LegacyCharset[] = [
  ...['cp1252', 'cp1251', 'cp1253', 'cp1255', 'cp1256', 'cp874'].map((id) => ({ id, rarity: 0 })),
  ...['cp932', 'cp949', 'gb18030'].map((id) => ({ id, rarity: 0 })),
  { id: 'big5hkscs', charset: 'big5-hkscs', rarity: 0 },
  { id: 'euc_jis_2004', charset: 'euc-jp', rarity: 0 },
  { id: 'cp1250', rarity: 0.05 },
  ...['cp1254', 'cp1257', 'koi8-r', 'koi8-u', 'iso8859-7', 'iso8859-15'].map((id) => ({ id, rarity: 0.02 })),
  ...['iso8859-5', 'iso8859-6', 'iso8859-8', 'cp866'].map((id) => ({ id, rarity: 0.03 })),
  { id: 'mac-roman', charset: 'macroman', rarity: 0.04 },
  { id: 'mac-cyrillic', charset: 'maccyrillic', rarity: 0.05 },
  ...['iso8859-13', 'cp850', 'cp1125', 'cp737'].map((id) => ({ id, rarity: 0.05 })),
  ...['iso8859-2', 'iso8859-16', 'cp437', 'cp852', 'cp857', 'cp862'].map((id) => ({ id, rarity: 0.06 })),
  { id: 'cp1258', rarity: 0.1 },
];

/** The weight of unlikely characters against the statistics of languages. */
const oddityWeight = 3;
const sampleBytes = 64 * 1024;

/**
 * Frequent words of Western languages, without accents. Languages whose letters are in other charsets have none of them:
 * "de" is also Romanian, "is" also Hungarian.
 */
const westernWords = [
  'the|and|of|for|with|are|our|from|this|that|der|die|das|und|ist|von|nicht|mit|bei|auf|bis|wir|sie|ein|eine',
  'le|les|des|est|une|pour|dans|nous|vous|sur|avec|sont|il|che|di|della|dei|del|sono|siamo|non|gli|dal|alle|dalle',
  'el|los|las|una|por|con|para|que|como|os|uma|mais|com|em|og|til|det|den|ikke|som|och|att|het|een|van|niet',
].join('|');
const westernWordPattern = new RegExp(`(?<![\\w\\x80-\\xff])(?:${westernWords})(?![\\w\\x80-\\xff])`, 'gi');
const westernCharsets: ReadonlySet<string> = new Set(['cp1252', 'iso8859-15', 'macroman', 'cp850', 'cp437']);
/** One in so many words shows the language. */
const wordsPerWesternWord = 8;
const foreignRarity = 0.5;

/** A charset that decodes the text differently and is almost as likely makes the best one uncertain. */
const certainMargin = 0.1;

/**
 * Detects the charset of a text that is not Unicode. Statistics of languages alone are unsure about a short text, so a
 * charset also loses for each character that is unlikely between its neighbours.
 */
export function detectLegacyCharset(bytes: Uint8Array): { readonly charset: string; readonly isCertain: boolean } {
  const sample = sampleLines(bytes);
  const results = chardet.detectAll(sample, {
    ignoreThreshold: true,
    compatNames: false,
    includeEncodings: legacyCharsets.map(({ id }) => id),
    noMatchEncoding: 'cp1252',
    emptyInputEncoding: 'cp1252',
  });
  const isWestern = isWesternText(Buffer.from(sample).toString('latin1'));
  const candidates = results
    .flatMap(({ encoding, confidence }) => {
      const known = legacyCharsets.find(({ id }) => id === encoding);
      if (!known) return [];
      const charset = known.charset ?? known.id;
      const text = decodeText(sample, charset);
      const rarity = known.rarity + (isWestern && !westernCharsets.has(charset) ? foreignRarity : 0);
      return { charset, text, score: Math.log(confidence + 1e-9) - rarity - oddityWeight * measureOddity(text) };
    })
    .toSorted((a, b) => b.score - a.score);
  const [best] = candidates;
  const other = candidates.find(({ text }) => text !== best?.text);
  return {
    charset: best?.charset ?? 'cp1252',
    isCertain: best !== undefined && (!other || best.score - other.score >= certainMargin),
  };
}

function isWesternText(text: string): boolean {
  const words = text.match(/\S+/g)?.length ?? 0;
  const found = new Set(text.match(westernWordPattern)?.map((word) => word.toLowerCase()));
  return found.size >= 2 || (found.size === 1 && words <= wordsPerWesternWord);
}

/** Returns the first lines that are not ASCII. They may be anywhere in a long text. */
function sampleLines(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let total = 0;
  for (let index = 0; index < bytes.length && total < sampleBytes; index += 1) {
    if ((bytes[index] ?? 0) < 0x80) continue;
    const start = Math.max(bytes.lastIndexOf(0x0a, index) + 1, index - sampleBytes / 2, 0);
    const lineEnd = bytes.indexOf(0x0a, index);
    const end = Math.min(lineEnd < 0 ? bytes.length : lineEnd + 1, start + sampleBytes);
    lines.push(bytes.subarray(start, end));
    total += end - start;
    index = end - 1;
  }
  return Buffer.concat(lines);
}

/** Returns the average oddity of the characters outside ASCII. */
function measureOddity(text: string): number {
  const chars = [...text];
  let count = 0;
  let oddity = 0;
  for (const [index, char] of chars.entries()) {
    if (char <= '\x7f') continue;
    count += 1;
    oddity += rateCharacter(char, chars[index - 1] ?? ' ', chars[index + 1] ?? ' ', chars[index - 2] ?? ' ');
  }
  return oddity / Math.max(1, count);
}

const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
];
const eastAsianPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const [letterPattern, upperPattern, lowerPattern, digitPattern] = [/\p{L}/u, /\p{Lu}/u, /\p{Ll}/u, /\d/];

function rateCharacter(char: string, previous: string, next: string, beforePrevious: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0xa0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)) return 3;
  if (/[\u2200-\u22ff\u2310\u2320\u2321\u2500-\u25ff]/.test(char)) return 2;
  if (eastAsianPattern.test(char)) return 0;
  const isAfterLetter = letterPattern.test(previous);
  const isBeforeLetter = letterPattern.test(next);
  if (letterPattern.test(char)) {
    const isMixed = (isAfterLetter && !isSameScript(char, previous)) || (isBeforeLetter && !isSameScript(char, next));
    const isUpperInside = upperPattern.test(char) && lowerPattern.test(previous);
    const isLowerAfterUpper =
      lowerPattern.test(char) && upperPattern.test(previous) && lowerPattern.test(beforePrevious);
    // "£25" in another charset is "ú25".
    const isAtNumber = (!isAfterLetter && digitPattern.test(next)) || (!isBeforeLetter && digitPattern.test(previous));
    const isAlone = !isAfterLetter && !isBeforeLetter && !/\p{Script=Cyrillic}|[àèéóòöåøő]/iu.test(char);
    const isFinalInside = isBeforeLetter && /[ךםןףץ]/.test(char);
    return isMixed || isUpperInside || isLowerAfterUpper || isAtNumber || isAlone || isFinalInside ? 1 : 0;
  }
  if (/\p{Sc}/u.test(char)) {
    if (char === '¤' || isAfterLetter || isBeforeLetter) return 1;
    return digitPattern.test(previous) || digitPattern.test(next) ? -1 : 0;
  }
  if (/\p{M}/u.test(char)) return isAfterLetter || /\p{M}/u.test(previous) ? 0 : 1;
  if (char === '’' || char === '‘') return 0;
  if (isAfterLetter && isBeforeLetter) return /[\u00ad·\u2010\u2011]/.test(char) ? 0 : 1;
  // A dash has spaces on both sides or on neither side.
  if (/[–—]/.test(char) && isAfterLetter !== isBeforeLetter) return 0.5;
  return /[\p{Sk}\p{So}\p{Sm}†‡¶]/u.test(char) && !/[°§©®™±×÷]/.test(char) ? 1 : 0;
}

function isSameScript(char: string, other: string): boolean {
  return scripts.findIndex((script) => script.test(char)) === scripts.findIndex((script) => script.test(other));
}
