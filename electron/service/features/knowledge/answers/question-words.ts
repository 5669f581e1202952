import { stemWord } from '../../../../../shared/text/find-matching-words.ts';
import { findWords } from '../../../../../shared/text/search-words.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { firstWordId, type WordVectors } from '../embedding/word-vectors.ts';
import { writeNumbersAsDigits } from '../../../platform/spoken/write-numbers.ts';

/** A word of a question that has a meaning of its own. */
export type QuestionWord = {
  readonly word: string;
  readonly stem: string;
  readonly vector: Float32Array;
  /** How rare it is, in English and in the documents: from 0 to about 1. */
  readonly weight: number;
  /** Whether documents have it. */
  readonly isKnown: boolean;
  /** Whether it is a name that no document has. Another name is no substitute, even if it has similar parts. */
  readonly isUnknownName: boolean;
  /** False if only the turns before the question have it. */
  readonly isAsked: boolean;
};

/** Words that phrase a question. */
const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any anyone anything are as at be because been before being but by can could d did didn do
  does doesn doing don for from get gets getting give gives go goes going gonna got guys had has have having he hello her here
  hi him his how i if im in into is isn it its ive just know let like ll m many may maybe me might mean more most much must my
  need no not of ok okay on one or our out please question re really s say says shall she should show so some someone something
  such t tell than thanks that the their them then there these they thing things this those to too uh um under until up us use
  ve very want wanna wanted was we well were what when where which while who whom whose why will with won wonder wondering
  would yes you your yours actually`.split(/\s+/),
);

const wordCount = 28_526;

/** Matches words with a capital letter inside a sentence. */
const namePattern = /(?<=[^\s.?!:] )\p{Lu}[\p{L}\p{N}'’-]+/gu;

/** Returns the words of a text in lower case, with numbers as digits. */
export function listWords(text: string): readonly string[] {
  const plain = writeNumbersAsDigits(text.toLowerCase().replaceAll(/['’]/g, ''));
  return findWords(plain).map(({ word }) => word);
}

export function isContentWord(word: string): boolean {
  return !stopWords.has(word);
}

export type WordTools = {
  readonly encode: Embedder['encode'];
  readonly wordVector: WordVectors;
  /** Returns the number of chunks that contain each word. */
  readonly countChunks: (words: readonly string[]) => ReadonlyMap<string, number>;
  readonly totalChunks: number;
};

/** Returns the distinct words of a question and of the turns before it, without the words that only phrase it. */
export function readQuestionWords(
  question: string,
  context: string,
  { encode, wordVector, countChunks, totalChunks }: WordTools,
): readonly QuestionWord[] {
  const asked = new Set(listWords(question).filter(isContentWord));
  const words = [...new Set([...listWords(context).filter(isContentWord), ...asked])];
  const names = new Set((question.match(namePattern) ?? []).flatMap((name) => listWords(name)));
  const counts = countChunks(words);
  return words.map((word) => {
    const count = counts.get(word) ?? 0;
    const rarity = Math.log(1 + (totalChunks - count + 0.5) / (count + 0.5)) / Math.log(2 + 2 * totalChunks);
    return {
      word,
      stem: stemWord(word),
      vector: wordVector(word),
      weight: computeEnglishRarity(word, encode) * (0.3 + 0.7 * Math.min(1, Math.max(0, rarity))),
      isKnown: count > 0,
      isUnknownName: count === 0 && names.has(word),
      isAsked: asked.has(word),
    };
  });
}

/** The vocabulary of the model lists words by their frequency in English. Rare words have several parts. */
function computeEnglishRarity(word: string, encode: Embedder['encode']): number {
  if (/\d/.test(word)) return 1;
  const [id = 0, ...others] = encode(word);
  const rank = others.length > 0 ? wordCount + 3_000 * others.length : Math.max(1, id - firstWordId + 1);
  return Math.min(1.1, Math.log(rank) / Math.log(wordCount));
}
