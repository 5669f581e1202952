import { stemWord } from '../../../../../shared/text/find-matching-words.ts';
import type { WordVectors } from '../embedding/word-vectors.ts';
import { createTypeMatcher } from './answer-types.ts';
import type { Statement } from './list-statements.ts';
import { isContentWord, listWords, type QuestionWord } from './question-words.ts';

/** A passage that a search found, with the similarity of its vector and of its words to the question. */
export type FoundPassage = {
  readonly document_id: string;
  readonly title: string;
  readonly text: string;
  readonly dense: number;
  readonly lexical: number;
  /** Number of chunks of its document. */
  readonly chunkCount: number;
};

/** Measures of a question and the words of a passage. */
export type WordMeasures = {
  /** The share of the question's words to which the passage has a related one, from 0 to 1. */
  readonly related: number;
  /** The weights of the two most important words of the question that the passage lacks. */
  readonly missing: number;
};

/** Vectors of words are this similar by chance. */
const minSimilarity = 0.1;
const similarityRange = 0.6;

type Word = { readonly stem: string; readonly vector: Float32Array };

function readWords(text: string, wordVector: WordVectors): readonly Word[] {
  const words = new Set(listWords(text).filter(isContentWord));
  return Array.from(words, (word) => ({ stem: stemWord(word), vector: wordVector(word) }));
}

/** Returns how similar each word of a question is to the most similar word of a text; 1 if the text has it. */
function compareWords(question: readonly QuestionWord[], words: readonly Word[]): readonly number[] {
  return question.map(({ stem, vector, isUnknownName }) => {
    if (isUnknownName) return 0;
    let best = 0;
    for (const word of words) {
      if (word.stem === stem) return 1;
      best = Math.max(best, multiply(vector, word.vector));
    }
    return best;
  });
}

/** Returns the share of the words that are found in a text, by weight. A similar word counts as far as it is similar. */
function computeShare(question: readonly QuestionWord[], similarities: readonly number[]): number {
  let found = 0;
  let total = 0;
  question.forEach(({ weight }, index) => {
    const share = ((similarities[index] ?? 0) - minSimilarity) / similarityRange;
    found += weight * Math.min(1, Math.max(0, share));
    total += weight;
  });
  return total === 0 ? 0 : found / total;
}

/** Compares the words of a question with the words of a passage. */
export function measureWords(question: readonly QuestionWord[], text: string, wordVector: WordVectors): WordMeasures {
  const similarities = compareWords(question, readWords(text, wordVector));
  const [first = 0, second = 0] = question
    .map(({ weight, isAsked }, index) => (isAsked ? weight * (1 - (similarities[index] ?? 0)) : 0))
    .toSorted((a, b) => b - a);
  return { related: computeShare(question, similarities), missing: first + second };
}

/** Measures of a question and the statements of a passage. Similarities are cosines. */
export type StatementMeasures = {
  /** The similarity of the most similar statement. */
  readonly best: number;
  /** The similarity of the two neighbors that are most similar together. */
  readonly pair: number;
  /** The share of the question's words to which the most similar statement has a related one, from 0 to 1. */
  readonly bestRelated: number;
  /** The same without the words of the earlier turns. */
  readonly bestAsked: number;
  /** How far the similarity, also of a pair, is below the usual one, if the question has few or common words, which match by chance. */
  readonly vague: number;
  /** The share of the kinds of answer that the question asks for and the statements lack. */
  readonly untyped: number;
};

/** All measures of a question and a passage. answer-weights.ts has their weights. */
export type Measures = Pick<FoundPassage, 'dense' | 'lexical'> &
  WordMeasures &
  StatementMeasures & {
    /** The lexical score, if the question has a number or code that documents have: a similar one means something else. */
    readonly codeLexical: number;
    /** 1 if a line of the passage begins with a code of the question; otherwise 0. */
    readonly definedCode: number;
    /** Whether its tokens in context answer the question's (compare-tokens.ts); 0 if they are unknown. */
    readonly match: number;
    /** The logarithm of the number of chunks of its document: one of many is more often similar by chance. */
    readonly documentSize: number;
    /** How far documentSize exceeds the size of a usual document. */
    readonly documentExcess: number;
    /** The difference to the third best statement of other passages. */
    readonly margin: number;
    /** The logarithm of the number of words of the question. Longer ones are more similar to any text. */
    readonly length: number;
  };

/** The measures of the first passage, which say whether it answers the question. */
export type AnswerMeasures = Measures & {
  /** How far its rank is above the next passage's rank. */
  readonly lead: number;
};

/** The lead of a passage without others. */
const usualLead = 0.5;

/** Returns the measures of the first of some ranked passages. */
export function measureFirst(
  ranked: readonly { readonly measures: Measures; readonly rank: number }[],
): AnswerMeasures | undefined {
  const [first, second] = ranked;
  return first && { ...first.measures, lead: second ? first.rank - second.rank : usualLead };
}

export type ComparedStatement = Statement & {
  readonly vector: Float32Array;
  readonly similarity: number;
};

/** Subtracted from the similarity of a passage's text if it has no statements. */
const noStatementLoss = 0.1;
const nearBest = 0.12;
const usualSimilarity = 0.35;
const usualWeight = 1.4;

/** Compares a question with the statements of a passage. */
export function measureStatements(
  statements: readonly ComparedStatement[],
  {
    question,
    words,
    vector,
    dense,
    wordVector,
    toSimilarity,
  }: {
    readonly question: string;
    readonly words: readonly QuestionWord[];
    readonly vector: Float32Array;
    readonly dense: number;
    readonly wordVector: WordVectors;
    readonly toSimilarity: (cosine: number) => number;
  },
): StatementMeasures {
  const answers = statements.filter(({ isHeading }) => !isHeading).toSorted((a, b) => b.similarity - a.similarity);
  const [first] = answers;
  const best = first?.similarity ?? dense - noStatementLoss;
  const near = answers.filter(({ similarity }) => similarity > best - nearBest);
  const own = words.filter(({ isAsked }) => isAsked);
  const asked = own.length > 0 ? own : words;
  const found = first ? readWords(`${first.topic ?? ''} ${first.text}`, wordVector) : [];
  const bestAsked = computeShare(asked, compareWords(asked, found));
  const pair = Math.max(best, ...comparePairs(statements, vector).map(toSimilarity));
  return {
    best,
    pair,
    bestRelated: computeShare(words, compareWords(words, found)),
    bestAsked,
    // "Write to the manager" is similar to a question about complaints only together with its heading.
    vague:
      Math.max(0, usualSimilarity - pair) *
      Math.max(0, usualWeight - asked.reduce((sum, { weight }) => sum + weight, 0)),
    untyped: 1 - createTypeMatcher(question)(near.map(({ text }) => text).join('\n')),
  };
}

/** Returns the similarity of each pair of neighbors. The vector of a pair is the mean of both. */
function comparePairs(statements: readonly ComparedStatement[], vector: Float32Array): readonly number[] {
  return statements.slice(1).map((statement, index) => {
    const before = statements[index]?.vector ?? statement.vector;
    const length = Math.sqrt(2 + 2 * multiply(before, statement.vector));
    return (multiply(vector, before) + multiply(vector, statement.vector)) / length;
  });
}

export function multiply(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
