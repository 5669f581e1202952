import { findMatchingWords, stemWord, type TextRange } from '../../../../../shared/text/find-matching-words.ts';
import { findWords } from '../../../../../shared/text/search-words.ts';

/** The number of consecutive equal words that counts as a quotation. */
const minRunWords = 3;

/**
 * Finds the parts of a passage that a turn quotes: runs of three or more words that occur in both. If there are none,
 * finds the single words that occur in both.
 */
export function findSharedWords(passage: string, spokenText: string): readonly TextRange[] {
  const spokenStems = findWords(spokenText).map(({ word }) => stemWord(word));
  const spokenRuns = new Set(
    spokenStems.map((_, index) => spokenStems.slice(index, index + minRunWords).join(' ')).slice(0, 1 - minRunWords),
  );
  const words = findWords(passage).map(({ word, start }) => ({
    start,
    end: start + word.length,
    stem: stemWord(word),
  }));
  const ranges: { start: number; end: number }[] = [];
  for (const [index, { start }] of words.entries()) {
    const run = words.slice(index, index + minRunWords);
    const end = run.at(-1)?.end ?? start;
    if (run.length < minRunWords || !spokenRuns.has(run.map(({ stem }) => stem).join(' '))) continue;
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges.length > 0 ? ranges : findMatchingWords(passage, spokenText);
}
