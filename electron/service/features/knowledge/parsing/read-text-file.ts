import { readFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import type { Omission } from '../../../../../shared/knowledge/omissions.ts';
import { decodeText, detectCharset, splitMixedLines, trimZeros, type Charset } from './detect-charset.ts';
import { ParseError } from './parse-protocol.ts';
import { readAlignedColumns } from './read-aligned-columns.ts';
import { cleanText, splitLongText, maxSectionChars, type TextSection } from './text-section.ts';

/** Yields the text of a plain text file in any common charset, in sections. */
export async function* readTextFile(path: string): AsyncGenerator<TextSection> {
  const { text, isCertain } = await decodeFile(path);
  for (const part of splitLongText(readAlignedColumns(cleanText(removeTerminalCodes(text))), maxSectionChars))
    yield { page: null, pageCount: null, heading: null, text: part, omissions: countUnreadable(part) };
  if (!isCertain) yield createUncertainSection();
}

/**
 * Decodes a text file. `findDeclared` returns the charset that an ASCII text declares for itself; it is used if the bytes do not show
 * theirs. Throws ParseError `unreadable` for binary data.
 */
export async function decodeFile(
  path: string,
  findDeclared: (text: string) => string | undefined = () => undefined,
): Promise<DecodedText> {
  const bytes = await readFile(path);
  const charset = detectCharset(bytes);
  if (charset === undefined && bytes.length > 0) {
    throw new ParseError(
      'unreadable',
      'The file contains binary data. Save it as plain text (UTF-8) and upload it again.',
    );
  }
  if (charset !== 'legacy') return decode(bytes, charset ?? 'utf-8');
  const declared = findDeclared(decodeText(bytes.subarray(0, 2048), 'latin1'));
  if (declared !== undefined && iconv.encodingExists(declared))
    return { text: decodeText(trimZeros(bytes), declared), isCertain: true };
  return decodeLegacy(trimZeros(bytes));
}

/** Says that the charset of the document is a guess. */
export function createUncertainSection(): TextSection {
  return {
    page: null,
    pageCount: null,
    heading: null,
    text: '',
    omissions: [{ kind: 'uncertain_encoding', count: 1 }],
  };
}

type DecodedText = { readonly text: string; readonly isCertain: boolean };

function decode(bytes: Uint8Array, charset: Charset): DecodedText {
  return { text: decodeText(bytes, charset), isCertain: true };
}

async function decodeLegacy(bytes: Uint8Array): Promise<DecodedText> {
  // Loads statistics of many languages.
  const { detectLegacyCharset } = await import('./detect-legacy-charset.ts');
  const mixed = splitMixedLines(bytes);
  if (!mixed) {
    const { charset, isCertain } = detectLegacyCharset(bytes);
    return { text: decodeText(bytes, charset), isCertain };
  }
  const others = mixed.filter(({ isUtf8 }) => !isUtf8).map((line) => line.bytes);
  const { charset, isCertain } = detectLegacyCharset(Buffer.concat(others));
  const text = mixed.map((line) => decodeText(line.bytes, line.isUtf8 ? 'utf-8' : charset)).join('');
  return { text, isCertain };
}

/** Bytes that form no character are decoded as U+FFFD. */
function countUnreadable(text: string): readonly Omission[] {
  const count = text.split('\ufffd').length - 1;
  return count === 0 ? [] : [{ kind: 'unreadable_character', count }];
}

/** Removes colors and other commands for terminals (ECMA-48, 5.4), and characters that were overstruck to be bold. */
function removeTerminalCodes(text: string): string {
  if (!text.includes('\u001b') && !text.includes('\b')) return text;
  return text
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '') // oxlint-disable-line no-control-regex
    .replace(/\u001b\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)/g, '') // oxlint-disable-line no-control-regex
    .replace(/[^\n][\b]/gu, '');
}
