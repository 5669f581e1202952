type FileNamePartOptions = {
  /** In Unicode characters. */
  readonly maxLength: number;
  /** Further characters to keep, for a character class of a regular expression. */
  readonly signs?: string;
  /** A character that replaces everything else. */
  readonly separator?: string;
};

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Returns a text as a part of a file name that every file system accepts: its letters, their marks, and its digits. In many scripts, a
 * word without its marks is another word. A letter is not cut from its marks, unless it has more than `maxLength`.
 */
export function toFileNamePart(text: string, { maxLength, signs = '', separator = '-' }: FileNamePartOptions): string {
  const part = text
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(new RegExp(`[^\\p{L}\\p{M}\\p{N}${signs}]+|(?<![\\p{L}\\p{M}\\p{N}])\\p{M}+`, 'gu'), separator);
  return trim(cut(trim(part, separator), maxLength), separator);
}

function cut(text: string, maxLength: number): string {
  let result = '';
  let length = 0;
  // The rest cannot be part of the result, except by a letter with many marks.
  for (const { segment } of graphemes.segment([...text].slice(0, maxLength + 16).join(''))) {
    length += [...segment].length;
    if (length > maxLength) return result === '' ? [...segment].slice(0, maxLength).join('') : result;
    result += segment;
  }
  return result;
}

function trim(text: string, separator: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === separator) start++;
  while (end > start && text[end - 1] === separator) end--;
  return text.slice(start, end);
}
