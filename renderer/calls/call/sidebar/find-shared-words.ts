import { findMatchingWords, stemWord, type TextRange } from '../../../../shared/find-matching-words.ts';

/** So many words in a row are taken over; fewer are only the same words. */
const runWordsMin = 3;

const wordPattern = /[\p{L}\p{N}]+/gu;

/**
 * What of a passage was said: its stretches of three words and more that occur in the turn too. Where there is none, the
 * words that both have.
 */
export function findSharedWords(passage: string, said: string): readonly TextRange[] {
  const spoken = [...said.matchAll(wordPattern)].map(([word]) => stemWord(word));
  const runs = new Set(spoken.map((_, at) => spoken.slice(at, at + runWordsMin).join(' ')).slice(0, 1 - runWordsMin));
  const words = [...passage.matchAll(wordPattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    stem: stemWord(match[0]),
  }));
  const ranges: { start: number; end: number }[] = [];
  for (const [at, { start }] of words.entries()) {
    const run = words.slice(at, at + runWordsMin);
    const end = run.at(-1)?.end ?? start;
    if (run.length < runWordsMin || !runs.has(run.map(({ stem }) => stem).join(' '))) continue;
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges.length > 0 ? ranges : findMatchingWords(passage, said);
}
