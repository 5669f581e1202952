import { readFile } from 'node:fs/promises';
import { cleanText } from './clean-text.ts';
import { decodeText, detectCharset } from './decode-text.ts';
import { ParseError } from './parse-error.ts';
import { splitLongText } from './split-long-text.ts';
import { maxSectionChars, type TextSection } from './text-section.ts';

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
    yield { page: null, pageCount: null, heading: null, text: part };
}
