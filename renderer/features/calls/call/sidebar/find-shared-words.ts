import { findMatchingWords, stemWord, type TextRange } from '../../../../../shared/text/find-matching-words.ts';

/** The number of consecutive equal words that counts as a quotation. */
const minRunWords = 3;

const wordPattern = /[\p{L}\p{N}]+/gu;

/**
 * Finds the parts of a passage that a turn quotes: runs of three or more words that occur in both. If there are none,
 * finds the single words that occur in both.
 */
export function findSharedWords(passage: string, spokenText: string): readonly TextRange[] {
  const spokenStems = [...spokenText.matchAll(wordPattern)].map(([word]) => stemWord(word));
  const spokenRuns = new Set(
    spokenStems.map((_, index) => spokenStems.slice(index, index + minRunWords).join(' ')).slice(0, 1 - minRunWords),
  );
  const words = [...passage.matchAll(wordPattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    stem: stemWord(match[0]),
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
