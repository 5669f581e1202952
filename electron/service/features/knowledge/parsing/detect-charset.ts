import iconv from 'iconv-lite';

/** A charset that can be detected without statistics, or `legacy` for all others. */
export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | 'iso-2022-jp' | 'hz' | 'legacy';

const sampleBytes = 64 * 1024;
// oxlint-disable-next-line no-control-regex
const iso2022JpEscapePattern = /\x1b\$[@B]/;
/** Chinese between ASCII (RFC 1843): each character is a pair of printable bytes. */
const hzPattern = /~\{((?:[\x21-\x77][\x21-\x7e])+)~\}/g;

/**
 * Detects the charset of plain text, or returns undefined for binary data. Checks for a byte order mark, UTF-16 and UTF-32
 * by the positions of zero bytes and by their characters, then UTF-8 that may be damaged.
 */
export function detectCharset(bytes: Uint8Array): Charset | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const markedCharset = readByteOrderMark(bytes);
  if (markedCharset) {
    const text = decodeText(sample.subarray(0, sample.length & ~3), markedCharset);
    return isPlausibleText(text) ? markedCharset : undefined;
  }
  const unmarkedCharset = detectUtf32(sample) ?? detectUtf16(sample);
  if (unmarkedCharset) return unmarkedCharset;
  const content = trimZeros(bytes);
  const { sequences, errors } = countUtf8(content);
  if (errors > 0) {
    const eastAsian = (['utf-16le', 'utf-16be'] as const).find((charset) => isEastAsianUtf16(sample, charset));
    if (eastAsian) return eastAsian;
  }
  if (content.length === 0 || hasBinaryBytes(content)) return undefined;
  const start = Buffer.from(content.subarray(0, sampleBytes)).toString('latin1');
  if (iso2022JpEscapePattern.test(start)) return 'iso-2022-jp';
  if (errors + sequences === 0 && start.search(hzPattern) >= 0 && !decodeHz(start).includes('\ufffd')) return 'hz';
  // Text in other charsets has some valid sequences by chance.
  return errors === 0 || (sequences >= 2 * errors && !isByChance(content, sequences)) ? 'utf-8' : 'legacy';
}

/** A text with more sequences of UTF-8 is not in another charset. */
const maxChanceSequences = 16;
/** Letters of phonetics, of languages with few texts, and combining marks: what Chinese in its own charset looks like. */
const rareLetter = /[\u0180-\u019f\u01a2-\u01ae\u01b1-\u0217\u021c-\u0385\u0460-\u048f\u0492-\u052f\u0700-\u08ff]/gu;

/** Whether the few sequences of a short text are rare letters, as pairs of bytes in another charset can be. */
function isByChance(content: Uint8Array, sequences: number): boolean {
  if (sequences > maxChanceSequences) return false;
  return (decodeText(content, 'utf-8').match(rareLetter)?.length ?? 0) > sequences / 3;
}

/** A line of a file to which programs with different settings have appended. */
type MixedLine = { readonly bytes: Uint8Array; readonly isUtf8: boolean };

/** The characters outside ASCII that make UTF-8 certain. */
const minMixedSequences = 3;

/** Returns the lines if some are UTF-8 and none of the others contains a UTF-8 sequence. Text in another charset contains some by chance. */
export function splitMixedLines(bytes: Uint8Array): readonly MixedLine[] | undefined {
  const lines: MixedLine[] = [];
  let utf8Sequences = 0;
  let otherLines = 0;
  for (let start = 0; start < bytes.length;) {
    const lineEnd = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, lineEnd < 0 ? bytes.length : lineEnd + 1);
    const { sequences, errors } = countUtf8(line);
    if (sequences > 0 && errors > 0) return undefined;
    utf8Sequences += sequences;
    otherLines += errors > 0 ? 1 : 0;
    lines.push({ bytes: line, isUtf8: errors === 0 });
    start += line.length;
  }
  return utf8Sequences >= minMixedSequences && otherLines > 0 ? lines : undefined;
}

/** Decodes bytes in a charset, without the byte order mark. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  // Two charsets that iconv-lite does not support.
  if (charset === 'iso-2022-jp') return new TextDecoder(charset).decode(bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (charset === 'hz') return decodeHz(buffer.toString('latin1'));
  const text = iconv.decode(buffer, charset);
  // Apple put the euro in the place of this sign in 1998.
  return charset === 'macroman' ? text.replaceAll('¤', '€') : text;
}

function decodeHz(text: string): string {
  return text
    .replaceAll(hzPattern, (_, pairs: string) =>
      iconv.decode(
        Buffer.from(pairs, 'latin1').map((byte) => byte | 0x80),
        'gb2312',
      ),
    )
    .replaceAll('~\n', '')
    .replaceAll('~~', '~');
}

/** Returns the bytes without zeros at the end, with which some programs fill a file. */
export function trimZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

/** Returns the charset of the byte order mark. */
function readByteOrderMark(bytes: Uint8Array): Charset | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  return undefined;
}

/** Detects UTF-32 without a byte order mark: one byte of each unit is always zero, and another one is almost always. */
function detectUtf32(sample: Uint8Array): Charset | undefined {
  const units = sample.length >> 2;
  if (units < 2 || (sample.length % 4 !== 0 && sample.length < sampleBytes)) return undefined;
  const zeros = [0, 0, 0, 0];
  for (let index = 0; index < units * 4; index += 1)
    if (sample[index] === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1;
  const [first = 0, second = 0, third = 0, fourth = 0] = zeros;
  const isLikely = (always: number, often: number) => always === units && often >= units * 0.9;
  const charset = isLikely(fourth, third) ? 'utf-32le' : isLikely(first, second) ? 'utf-32be' : undefined;
  return charset && isPlausibleText(decodeText(sample.subarray(0, units * 4), charset)) ? charset : undefined;
}

/** Detects UTF-16 without a byte order mark: in spaces, digits and line ends, only one byte of each unit is zero. */
function detectUtf16(sample: Uint8Array): Charset | undefined {
  let evenZeros = 0;
  let oddZeros = 0;
  for (let index = 0; index + 1 < sample.length; index += 2) {
    if (sample[index] === 0) evenZeros += 1;
    if (sample[index + 1] === 0) oddZeros += 1;
  }
  const units = sample.length / 2;
  const [most, least, charset] =
    oddZeros > evenZeros ? ([oddZeros, evenZeros, 'utf-16le'] as const) : ([evenZeros, oddZeros, 'utf-16be'] as const);
  if (most < Math.max(1, units * 0.02) || least > most * 0.25) return undefined;
  const text = decodeText(sample.subarray(0, sample.length & ~1), charset);
  // The other byte of some Korean syllables is zero, too.
  const syllables = least > most * 0.02 ? (text.match(/\p{Script=Hangul}/gu)?.length ?? 0) : units;
  if (syllables < units * 0.5) return undefined;
  // One zero may also be the end of other text, whose bytes form Han characters in pairs.
  return isPlausibleText(text) && (most > 1 || /^[\0-\u2fff]*$/.test(text)) ? charset : undefined;
}

/**
 * Whether the bytes are Chinese, Japanese or Korean text in UTF-16, which may have no zero byte. Other bytes also form Han
 * characters in pairs, so kana or punctuation of these scripts is required.
 */
function isEastAsianUtf16(sample: Uint8Array, charset: 'utf-16le' | 'utf-16be'): boolean {
  if (sample.length % 2 !== 0 && sample.length < sampleBytes) return false;
  const text = decodeText(sample.subarray(0, sample.length & ~1), charset);
  const countMatches = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const letters = countMatches(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu);
  const marks = countMatches(/[\p{Script=Hiragana}\p{Script=Katakana}、。・「」『』（）！？：；，ー％０-９]/gu);
  const others = countMatches(/[\t\n\r -~、。・「」『』（）！？：；，ー％０-９]/gu);
  return marks >= text.length * 0.04 && marks > 0 && letters + others >= text.length * 0.98;
}

function isPlausibleText(text: string): boolean {
  let implausibleCount = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const isControl = code < 0x20 && char !== '\t' && char !== '\n' && char !== '\r' && char !== '\f';
    if (isControl || (code >= 0x7f && code < 0xa0) || code === 0xfffd || (code >= 0xd800 && code <= 0xf8ff))
      implausibleCount += 1;
    else if (code >= 0xfff0 && code <= 0xffff) implausibleCount += 1;
  }
  return implausibleCount <= text.length * 0.005;
}

/** Whether there are control bytes that 8-bit text does not contain. Escape and backspace are control characters of terminals. */
function hasBinaryBytes(bytes: Uint8Array): boolean {
  let count = 0;
  for (const byte of bytes) {
    if (byte === 0) return true;
    if (byte < 8 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27) || byte === 127) count += 1;
  }
  return count > bytes.length * 0.0005;
}

/**
 * Counts the valid sequences of several bytes, and the bytes that belong to none (Unicode 16, table 3-7). A sequence that
 * is cut at the start or the end is no error, unless it is the only one.
 */
function countUtf8(bytes: Uint8Array): { readonly sequences: number; readonly errors: number } {
  let sequences = 0;
  let errors = 0;
  let index = 0;
  while (index < 3 && isContinuation(bytes[index])) index += 1;
  let cutBytes = index;
  while (index < bytes.length) {
    const length = measureUtf8Sequence(bytes, index);
    if (length === 0) errors += 1;
    else if (index + length > bytes.length) cutBytes += 1;
    else if (length > 1) sequences += 1;
    index += Math.max(1, length);
    // The rest of a sequence of three bytes whose last one is missing belongs to the same error.
    if (length === 0 && (bytes[index - 1] ?? 0) >= 0xe0 && isContinuation(bytes[index])) index += 1;
  }
  return { sequences, errors: sequences === 0 ? errors + cutBytes : errors };
}

/** Returns the length of the sequence, which may end after the bytes, or 0 if it is invalid. */
function measureUtf8Sequence(bytes: Uint8Array, index: number): number {
  const lead = bytes[index] ?? 0;
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  for (let offset = 1; offset < length; offset += 1) {
    const byte = bytes[index + offset];
    if (byte === undefined) return length;
    if (!isContinuation(byte)) return 0;
    if (offset > 1) continue;
    const isOverlong = (lead === 0xe0 && byte < 0xa0) || (lead === 0xf0 && byte < 0x90);
    if (isOverlong || (lead === 0xed && byte > 0x9f) || (lead === 0xf4 && byte > 0x8f)) return 0;
  }
  return length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
