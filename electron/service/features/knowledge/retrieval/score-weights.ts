import type { QueryTerm } from './lexical-queries.ts';

/** The weights of the dense and the lexical score in the score of a passage. */
export type ScoreWeights = {
  readonly dense: number;
  readonly lexical: number;
};

/** A lexical weight of 0.4 or more reduces recall, because words match by accident (measured on 330 questions of six kinds). */
const denseFirstWeights: ScoreWeights = { dense: 1, lexical: 0.3 };
const lexicalFirstWeights: ScoreWeights = { dense: 0.4, lexical: 1 };
const balancedWeights: ScoreWeights = { dense: 1, lexical: 1 };

/**
 * Chooses the weights for a query. The dense score (meaning) weighs more, with two exceptions. The encoder was trained on
 * English, so the lexical score (words) weighs more if most letters are not Latin. And the encoder cannot distinguish E-214
 * from E-241, so both scores weigh the same if the query contains a number or code that also occurs in the documents.
 */
export function chooseScoreWeights(query: string, terms: readonly QueryTerm[]): ScoreWeights {
  const letters = query.match(/\p{L}/gu)?.length ?? 0;
  const latinLetters = query.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latinLetters * 2 < letters) return lexicalFirstWeights;
  return terms.some(({ isCode, chunkCount }) => isCode && chunkCount > 0) ? balancedWeights : denseFirstWeights;
}
