import { tokenDimensions, tokenRowSize, type TokenRows } from '../embedding/token-rows.ts';
import { tokenWeights } from './token-weights.ts';

/** A token is well covered if a token of the passage is this similar to it. */
const goodSimilarity = 0.8;

/**
 * Estimates from their tokens in context whether a passage answers a question: "how much" is similar to a price, and "for kids" is not to
 * "adults". Each token of the question looks for the most similar ones of the passage; what counts is how well the important tokens are
 * covered together, and how badly the worst of them is. A late interaction as in ColBERT (Khattab and Zaharia 2020), on the states of the
 * encoder, with few fitted numbers.
 */
export function compareTokens(question: TokenRows, passage: TokenRows): number {
  const askedCount = question.length / tokenRowSize;
  const offeredCount = passage.length / tokenRowSize;
  if (askedCount === 0 || offeredCount === 0) return 0;
  const shares = computeShares(question, askedCount);
  const similarities = Array.from({ length: askedCount }, (_, token) =>
    findSimilarity(question, token, passage, offeredCount),
  );
  let cover = 0;
  let missing = 0;
  let worst = 0;
  similarities.forEach((similarity, token) => {
    const share = shares[token] ?? 0;
    const lack = share * Math.max(0, goodSimilarity - similarity);
    cover += share * similarity;
    missing += lack;
    worst = Math.max(worst, lack);
  });
  const variance = similarities.reduce(
    (sum, similarity, token) => sum + (shares[token] ?? 0) * (similarity - cover) ** 2,
    0,
  );
  const { intercept, weights } = tokenWeights;
  return (
    intercept + weights.cover * cover + weights.missing * missing + weights.worst * worst + weights.variance * variance
  );
}

/** Returns the share of each token of a question in its meaning. */
function computeShares(question: TokenRows, count: number): Float64Array {
  const shares = Float64Array.from({ length: count }, (_, token) =>
    Math.exp(question[(token + 1) * tokenRowSize - 1] ?? 0),
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/** Returns the mean of the similarities of a question's token to all tokens of a passage, of which the highest count most. */
function findSimilarity(question: TokenRows, token: number, passage: TokenRows, count: number): number {
  const similarities = new Float64Array(count);
  let highest = -1;
  for (let other = 0; other < count; other++) {
    let similarity = 0;
    for (let i = 0; i < tokenDimensions; i++)
      similarity +=
        (question[token * tokenRowSize + i] ?? 0) * (passage[other * tokenRowSize + tokenDimensions + i] ?? 0);
    similarities[other] = similarity;
    highest = Math.max(highest, similarity);
  }
  let sum = 0;
  let total = 0;
  for (const similarity of similarities) {
    const share = Math.exp(tokenWeights.sharpness * (similarity - highest));
    sum += share * similarity;
    total += share;
  }
  return sum / total;
}
