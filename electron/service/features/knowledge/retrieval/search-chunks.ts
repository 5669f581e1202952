import type { DatabaseSync } from 'node:sqlite';
import type { Embedder } from '../embedding/embedder.ts';
import { fuseScores, type RankedChunk } from './fuse-scores.ts';
import { findLexicalCandidates, readQueryTerms, scoreLexicalMatches } from './lexical-queries.ts';
import { chooseScoreWeights } from './score-weights.ts';
import type { VectorIndex } from './vector-index.ts';

export type SearchDependencies = {
  readonly db: DatabaseSync;
  readonly embedder: Pick<Embedder, 'embedQuery'>;
  readonly index: Pick<VectorIndex, 'search'>;
};

export type ChunkSearchOptions = {
  /** Partition of the vector index. */
  readonly partition: string;
  readonly query: string;
  readonly limit: number;
  /** Whether a chunk of the full-text index, which has no partitions, may be returned. Default: all chunks. */
  readonly isAccepted?: (chunkId: number) => boolean;
  readonly signal?: AbortSignal;
};

/**
 * The vector search and the lexical search each propose up to this many chunks, or up to the limit of the search if that is
 * larger. Both scores are then computed for all of them.
 */
const minCandidateLimit = 100;

/**
 * Returns the chunks that match a query best by their dense and lexical scores, best first. A chunk may have been deleted
 * while the search was running: the caller must check that each one still exists.
 */
export async function searchChunks(
  { db, embedder, index }: SearchDependencies,
  { partition, query, limit, isAccepted, signal }: ChunkSearchOptions,
): Promise<readonly RankedChunk[]> {
  const embedding = embedder.embedQuery(query, signal && { signal });
  // The lexical search below runs while the worker embeds. If the database throws, this rejection must not be unhandled.
  embedding.catch(() => undefined);
  const candidateLimit = Math.max(minCandidateLimit, limit);
  const terms = readQueryTerms(db, query);
  const lexicalIds = findLexicalCandidates(db, terms, candidateLimit, isAccepted);

  // The index leaves out lexical candidates of other partitions.
  const matches = await index.search(partition, await embedding, candidateLimit, lexicalIds);
  const ids = matches.map(({ chunkId }) => chunkId);
  const lexicalScores = scoreLexicalMatches(db, terms, ids);
  const candidates = matches.map(({ chunkId, cosine }) => ({
    chunkId,
    dense: cosine,
    lexical: lexicalScores.get(chunkId) ?? 0,
  }));
  return fuseScores(candidates, chooseScoreWeights(query, terms)).slice(0, limit);
}
