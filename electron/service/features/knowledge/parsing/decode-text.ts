import { analyse } from 'chardet';
import iconv from 'iconv-lite';

const sampleBytes = 64 * 1024;
// oxlint-disable-next-line no-control-regex
const iso2022JpEscapePattern = /\x1b\$[@B]/;
/** As browsers do: text that calls itself Latin is nearly always Windows text, with quotes and dashes where Latin has controls. */
const charsetSupersets: ReadonlyMap<string, string> = new Map([
  ['ISO-8859-1', 'windows-1252'],
  ['ISO-8859-9', 'windows-1254'],
]);

/**
 * The charset of plain text by its bytes, or undefined where they are no text: byte order mark, then strict UTF-8, then
 * UTF-16 by where its zero bytes stand, then by the frequency of characters.
 */
export function detectCharset(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const mark = readByteOrderMark(bytes);
  if (mark) return isPlausibleText(decodeText(sample.subarray(0, sample.length & ~3), mark)) ? mark : undefined;
  const wide = detectUtf16(sample);
  if (wide) return wide;
  if (hasBinaryBytes(bytes)) return undefined;
  if (iso2022JpEscapePattern.test(Buffer.from(sample).toString('latin1'))) return 'iso-2022-jp';
  if (isUtf8(bytes)) return 'utf-8';
  const best = analyse(sample).find(({ name }) => iconv.encodingExists(name) && !/^utf/i.test(name));
  return charsetSupersets.get(best?.name ?? '') ?? best?.name ?? 'windows-1252';
}

/** The text of bytes in a charset that `detectCharset` named, without its byte order mark. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  // The one charset here that iconv-lite does not have.
  if (charset === 'iso-2022-jp') return new TextDecoder(charset).decode(bytes);
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), charset);
}

function readByteOrderMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  return undefined;
}

/** UTF-16 without a mark: spaces, digits and line ends have a zero in one half of each unit and never in the other. */
function detectUtf16(sample: Uint8Array): string | undefined {
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) evenZeros += 1;
    if (sample[at + 1] === 0) oddZeros += 1;
  }
  const units = sample.length / 2;
  const [most, least, charset] =
    oddZeros > evenZeros ? [oddZeros, evenZeros, 'utf-16le'] : [evenZeros, oddZeros, 'utf-16be'];
  if (most < Math.max(2, units * 0.02) || least > most * 0.02) return undefined;
  return isPlausibleText(decodeText(sample.subarray(0, sample.length & ~1), charset)) ? charset : undefined;
}

function isPlausibleText(text: string): boolean {
  let doubtful = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const isControl = code < 0x20 && char !== '\t' && char !== '\n' && char !== '\r' && char !== '\f';
    if (isControl || (code >= 0x7f && code < 0xa0) || code === 0xfffd || (code >= 0xd800 && code <= 0xf8ff))
      doubtful += 1;
    else if (code >= 0xfff0 && code <= 0xffff) doubtful += 1;
  }
  return doubtful <= text.length * 0.005;
}

/** Control bytes that no 8-bit text has; escape stays out because Japanese mail text (ISO-2022-JP) is full of it. */
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
    // The decoder's only failure: a sequence that is not UTF-8.
    return false;
  }
}
