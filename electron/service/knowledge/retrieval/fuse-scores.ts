export interface RankedChunk {
  readonly chunkId: number;
  readonly score: number;
  /** The cosine of the query's and the chunk's vectors. */
  readonly dense: number;
  /** From 0, no word of the query, to 1, all of them and often. */
  readonly lexical: number;
}

/** Which of the two signals counts in full; the other one counts less. */
export type LeadingSignal = 'dense' | 'lexical';

/**
 * A sum, not a fusion of ranks: those put a passage that shares a common word with a paraphrased question above the one
 * that answers it.
 */
const SECOND_SIGNAL_WEIGHT = 0.4;

/** Puts candidates in the order of both signals together, best first. */
export function fuseScores(
  candidates: readonly Omit<RankedChunk, 'score'>[],
  leading: LeadingSignal,
): readonly RankedChunk[] {
  return candidates
    .map((candidate) => ({ ...candidate, score: fuse(candidate, leading) }))
    .toSorted((a, b) => b.score - a.score || a.chunkId - b.chunkId);
}

function fuse({ dense, lexical }: Omit<RankedChunk, 'score'>, leading: LeadingSignal): number {
  return leading === 'dense' ? dense + SECOND_SIGNAL_WEIGHT * lexical : lexical + SECOND_SIGNAL_WEIGHT * dense;
}
