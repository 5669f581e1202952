import { readFile } from 'node:fs/promises';
import { decodeText, detectCharset, trimZeros } from './detect-charset.ts';
import { detectLegacyCharset } from './detect-legacy-charset.ts';
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
  const text = charset === 'legacy' ? decodeLegacy(trimZeros(bytes)) : decodeText(bytes, charset ?? 'utf-8');
  for (const part of splitLongText(cleanText(removeTerminalCodes(text)), maxSectionChars))
    yield { page: null, pageCount: null, heading: null, text: part, omissions: [] };
}

function decodeLegacy(bytes: Uint8Array): string {
  return decodeText(bytes, detectLegacyCharset(bytes));
}

/** Removes colors and other commands for terminals (ECMA-48, 5.4), and characters that were overstruck to be bold. */
function removeTerminalCodes(text: string): string {
  if (!text.includes('\u001b') && !text.includes('\b')) return text;
  return text
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '') // oxlint-disable-line no-control-regex
    .replace(/\u001b\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)/g, '') // oxlint-disable-line no-control-regex
    .replace(/[^\n][\b]/gu, '');
}
