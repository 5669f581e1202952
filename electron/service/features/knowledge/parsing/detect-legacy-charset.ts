import iconv from 'iconv-lite';
import { chardet } from 'jschardet';
import { decodeText } from './detect-charset.ts';
import { getFrequentShare } from './frequent-characters.ts';
import { measureOddity } from './measure-oddity.ts';

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

/** The charsets of DOS, which have lines for frames. */
const dosCharsets: ReadonlySet<string> = new Set([
  'cp866',
  'cp850',
  'cp1125',
  'cp737',
  'cp437',
  'cp852',
  'cp857',
  'cp862',
]);
/**
 * A horizontal line of a frame with its corners, in the bytes that it has in all of them. The line itself is one character many times:
 * Russian words have these bytes, too, in other charsets.
 */
const framePattern =
  /[\xc0\xc3\xc6-\xc9\xcc\xd3-\xd6\xda](?=\S{0,200}(?:\xc4{3}|\xcd{3}))[\xc1\xc2\xc4\xc5\xca\xcb\xcd-\xd2\xd7\xd8]{3,}[\xb4-\xb9\xbb-\xbf\xd9](?=\s|$)/;
/** Lines and shades, which say nothing about the language. */
const framePartPattern = /[\xb0-\xdf]{2,}|(?<!\S)[\xb3\xba]|[\xb3\xba](?!\S)/g;

/** The weight of unlikely and of frequent characters against the statistics of languages. */
const oddityWeight = 3;
const frequentWeight = 1.5;
/** Statistics are of small letters. A text of capital letters is compared as small ones, if it is not long. */
const minCapitalShare = 0.7;
const maxCapitalChars = 4000;
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
  const sampled = Buffer.from(sampleLines(bytes));
  const japanese = findKana(sampled);
  if (japanese !== undefined) return { charset: japanese, isCertain: true };
  const lines = sampled.toString('latin1');
  const isFramed = framePattern.test(lines);
  const sample = Buffer.from(isFramed ? lines.replaceAll(framePartPattern, ' ') : lines, 'latin1');
  const results = rateCharsets(
    sample,
    legacyCharsets.map(({ id }) => id).filter((id) => !isFramed || dosCharsets.has(id)),
  );
  const isWestern = isWesternText(sample.toString('latin1'));
  const candidates = results
    .flatMap(({ encoding, confidence }) => {
      const known = legacyCharsets.find(({ id }) => id === encoding);
      if (!known) return [];
      const charset = known.charset ?? known.id;
      const text = decodeText(sample, charset);
      const rarity = known.rarity + (isWestern && !westernCharsets.has(charset) ? foreignRarity : 0);
      const likelihood = Math.log(Math.max(confidence, rateSmallLetters(text, charset, known.id)) + 1e-9);
      const score = likelihood - rarity - oddityWeight * measureOddity(text);
      return { charset, text, score: score + frequentWeight * getFrequentShare(text, charset) };
    })
    .toSorted((a, b) => b.score - a.score);
  const [best] = candidates;
  const other = candidates.find(({ text }) => text !== best?.text);
  const isClear = best !== undefined && (!other || best.score - other.score >= certainMargin);
  // A single character says little, and is most often of Windows.
  const isSingle = sample.filter((byte) => byte >= 0x80).length === 1;
  return { charset: best?.charset ?? 'cp1252', isCertain: isClear && (!isSingle || best.charset === 'cp1252') };
}

const kanaPattern = /[\u3041-\u3096\u30a1-\u30fa]/gu;
const kanaMarkPattern = /[\u3000-\u3002\u300c-\u300f\u30fb\u30fc]/gu;
const minKana = 4;
const minKanaShare = 0.75;

/** Returns the Japanese charset in which almost all characters are kana: the statistics know them only beside Han characters. */
function findKana(sample: Uint8Array): string | undefined {
  return ['cp932', 'euc-jp'].find((charset) => {
    const text = decodeText(sample, charset).replaceAll(/\p{ASCII}/gu, '');
    const kana = text.match(kanaPattern)?.length ?? 0;
    const marks = text.match(kanaMarkPattern)?.length ?? 0;
    return kana >= minKana && !text.includes('\ufffd') && kana + marks >= text.length * minKanaShare;
  });
}

function rateCharsets(sample: Uint8Array, ids: string[]) {
  return chardet.detectAll(sample, {
    ignoreThreshold: true,
    compatNames: false,
    includeEncodings: ids,
    noMatchEncoding: ids[0] ?? 'cp1252',
    emptyInputEncoding: ids[0] ?? 'cp1252',
  });
}

/** Returns how likely a charset is for the small letters of a text, or 0 if the text has few capital letters. */
function rateSmallLetters(text: string, charset: string, id: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  if (text.length > maxCapitalChars || capitals < Math.max(1, letters * minCapitalShare)) return 0;
  const bytes = iconv.encode(text.toLowerCase(), charset);
  return rateCharsets(bytes, [id]).find(({ encoding }) => encoding === id)?.confidence ?? 0;
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
