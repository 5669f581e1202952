import { matchWords } from '../../../shared/matched-words.ts';

/** How much of a turn stands before the word that was found. */
const leadLength = 48;
const longest = 400;

/** The stretch of a turn that shows the first word found, from the beginning of a word on. */
export function cutHit(text: string, words: string): string {
  const at = matchWords(text, words)[0]?.start ?? 0;
  if (at <= leadLength) return text.slice(0, longest);
  const from = text.indexOf(' ', at - leadLength) + 1;
  return `… ${text.slice(from === 0 || from > at ? at : from, from + longest)}`;
}
