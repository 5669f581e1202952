import type { SignalWeights } from './signal-weights.ts';

export interface RankedChunk {
  readonly chunkId: number;
  /** The weighted mean of the two: 1 is the best there is, whatever the weights. */
  readonly score: number;
  /** The cosine of the query's and the chunk's vectors. */
  readonly dense: number;
  /** From 0, no word of the query, to 1, all of them and often. */
  readonly lexical: number;
}

/**
 * Puts candidates in the order of both signals together, best first. A weighted mean, not a fusion of ranks: those put a
 * passage that shares a common word with a paraphrased question above the one that answers it.
 */
export function fuseScores(
  candidates: readonly Omit<RankedChunk, 'score'>[],
  weights: SignalWeights,
): readonly RankedChunk[] {
  const total = weights.dense + weights.lexical;
  return candidates
    .map((candidate) => ({
      ...candidate,
      score: (weights.dense * candidate.dense + weights.lexical * candidate.lexical) / total,
    }))
    .toSorted((a, b) => b.score - a.score || a.chunkId - b.chunkId);
}
