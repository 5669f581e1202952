import { readFile } from 'node:fs/promises';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { ParseError } from './parse-protocol.ts';
import { cleanText, splitLongText, maxSectionChars, type TextSection } from './text-section.ts';

/** Yields the text of a plain text file in any common charset, in sections. */
export async function* readTextFile(path: string): AsyncGenerator<TextSection> {
  const bytes = await readFile(path);
  const charset = detectCharset(bytes);
  if (charset === undefined && bytes.length > 0) {
    throw new ParseError(
      'unreadable',
      'The file contains binary data. Save it as plain text (UTF-8) and upload it again.',
    );
  }
  const text = cleanText(decodeText(bytes, charset ?? 'utf-8'));
  for (const part of splitLongText(text, maxSectionChars))
    yield { page: null, pageCount: null, heading: null, text: part, omissions: [] };
}

const sampleBytes = 64 * 1024;
// oxlint-disable-next-line no-control-regex
const iso2022JpEscapePattern = /\x1b\$[@B]/;
/** As in browsers: text detected as Latin is almost always Windows text, which has quotes and dashes in place of controls. */
const charsetSupersets: ReadonlyMap<string, string> = new Map([
  ['ISO-8859-1', 'windows-1252'],
  ['ISO-8859-9', 'windows-1254'],
]);

/**
 * Detects the charset of plain text, or returns undefined for binary data. Checks for a byte order mark, then UTF-16 by the
 * positions of zero bytes, then strict UTF-8, then other charsets by character frequency.
 */
export function detectCharset(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const markedCharset = readByteOrderMark(bytes);
  if (markedCharset) {
    const text = decodeText(sample.subarray(0, sample.length & ~3), markedCharset);
    return isPlausibleText(text) ? markedCharset : undefined;
  }
  const utf16Charset = detectUtf16(sample);
  if (utf16Charset) return utf16Charset;
  if (hasBinaryBytes(bytes)) return undefined;
  if (iso2022JpEscapePattern.test(Buffer.from(sample).toString('latin1'))) return 'iso-2022-jp';
  if (isUtf8(bytes)) return 'utf-8';
  const best = analyse(sample).find(({ name }) => iconv.encodingExists(name) && !/^utf/i.test(name));
  return charsetSupersets.get(best?.name ?? '') ?? best?.name ?? 'windows-1252';
}

/** Decodes bytes in a charset returned by `detectCharset`, without the byte order mark. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  // The only one of these charsets that iconv-lite does not support.
  if (charset === 'iso-2022-jp') return new TextDecoder(charset).decode(bytes);
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), charset);
}

/** Returns the charset of the byte order mark. */
function readByteOrderMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  return undefined;
}

/** Detects UTF-16 without a byte order mark: in spaces, digits and line ends, only one byte of each unit is zero. */
function detectUtf16(sample: Uint8Array): string | undefined {
  let evenZeros = 0;
  let oddZeros = 0;
  for (let index = 0; index + 1 < sample.length; index += 2) {
    if (sample[index] === 0) evenZeros += 1;
    if (sample[index + 1] === 0) oddZeros += 1;
  }
  const units = sample.length / 2;
  const [most, least, charset] =
    oddZeros > evenZeros ? [oddZeros, evenZeros, 'utf-16le'] : [evenZeros, oddZeros, 'utf-16be'];
  if (most < Math.max(2, units * 0.02) || least > most * 0.02) return undefined;
  return isPlausibleText(decodeText(sample.subarray(0, sample.length & ~1), charset)) ? charset : undefined;
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

/** Whether there are control bytes that 8-bit text does not contain. Escape is allowed, because ISO-2022-JP uses it. */
function hasBinaryBytes(bytes: Uint8Array): boolean {
  let count = 0;
  for (const byte of bytes) {
    if (byte === 0) return true;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27) || byte === 127) count += 1;
  }
  return count > bytes.length * 0.0005;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    // The decoder throws only for invalid UTF-8.
    return false;
  }
}
