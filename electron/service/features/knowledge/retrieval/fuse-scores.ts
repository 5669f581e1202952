import type { ScoreWeights } from './score-weights.ts';

export type RankedChunk = {
  readonly chunkId: number;
  /** The weighted mean of `dense` and `lexical`, at most 1. */
  readonly score: number;
  /** The cosine of the query vector and the chunk vector. */
  readonly dense: number;
  /** From 0 (no word of the query) to 1 (all of them, several times). */
  readonly lexical: number;
};

/**
 * Ranks candidates by the weighted mean of both scores, best first. Rank fusion was worse: it put a passage that shares a
 * common word with a paraphrased question above the passage that answers it.
 */
export function fuseScores(
  candidates: readonly Omit<RankedChunk, 'score'>[],
  weights: ScoreWeights,
): readonly RankedChunk[] {
  const total = weights.dense + weights.lexical;
  return candidates
    .map((candidate) => ({
      ...candidate,
      score: (weights.dense * candidate.dense + weights.lexical * candidate.lexical) / total,
    }))
    .toSorted((a, b) => b.score - a.score || a.chunkId - b.chunkId);
}
