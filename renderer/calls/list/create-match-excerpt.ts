import { findMatchingWords } from '../../../shared/find-matching-words.ts';

/** How much of a turn stands before the word that was found. */
const leadLength = 48;
const excerptLengthMax = 400;

/** The stretch of a turn that shows the first word found, from the beginning of a word on. */
export function createMatchExcerpt(text: string, words: string): string {
  const at = findMatchingWords(text, words)[0]?.start ?? 0;
  if (at <= leadLength) return text.slice(0, excerptLengthMax);
  const from = text.indexOf(' ', at - leadLength) + 1;
  return `… ${text.slice(from === 0 || from > at ? at : from, from + excerptLengthMax)}`;
}
