// Public: other features may import this file.
import { findMatchingWords, stemWord } from '../../../../../shared/text/find-matching-words.ts';
import { findWords } from '../../../../../shared/text/search-words.ts';
import { writeNumbersAsDigits } from '../../../platform/spoken/write-numbers.ts';

const stopWords: ReadonlySet<string> = new Set(
  'am any anything does else get give going happen happens has have i if is know like long many much need our please say some something tell there thing want way would you'.split(
    ' ',
  ),
);

/** Returns the words of a question that have a meaning of their own, in lower case. */
export function listContentWords(question: string): readonly string[] {
  return findMatchingWords(question, question)
    .map(({ start, end }) => question.slice(start, end).toLowerCase())
    .filter((word) => !stopWords.has(word));
}

/** Returns the share of the question's words that a text contains, in any form. Longer words and numbers weigh more. */
export function computeWordCoverage(question: string, text: string): number {
  return createWordCoverage(question)(text);
}

/** Returns `computeWordCoverage` for one question and any text. */
export function createWordCoverage(writtenQuestion: string): (text: string) => number {
  const words = new Map(
    listContentWords(writeNumbersAsDigits(writtenQuestion)).map((word) => [
      stemWord(word),
      /\d/.test(word) ? 2 : Math.min(2, word.length / 5),
    ]),
  );
  const total = [...words.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return () => 0;
  return (text) => {
    const found = new Set(findWords(writeNumbersAsDigits(text)).map(({ word }) => stemWord(word)));
    const covered = [...words].reduce((sum, [stem, weight]) => sum + (found.has(stem) ? weight : 0), 0);
    return covered / total;
  };
}
