import type { DatabaseSync } from 'node:sqlite';
import type { Embedder } from '../embedding/embedder.ts';
import { fuseScores, type RankedChunk } from './fuse-scores.ts';
import { findLexicalCandidates, readQueryTerms, scoreLexicalMatches } from './lexical-queries.ts';
import { chooseSignalWeights } from './signal-weights.ts';
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
  /** Filters chunks of the full-text index, which has no partitions. Default: accepts all. */
  readonly accept?: (chunkId: number) => boolean;
  readonly signal?: AbortSignal;
};

/** Each signal proposes at least this many chunks. Both signals are then computed for all of them. */
const minCandidates = 100;

/**
 * Returns the chunks that answer a query best by meaning and by words, best first. A chunk that is removed while the search
 * runs may be among them; the caller must leave it out.
 */
export async function searchChunks(
  { db, embedder, index }: SearchDependencies,
  { partition, query, limit, accept, signal }: ChunkSearchOptions,
): Promise<readonly RankedChunk[]> {
  const embedding = embedder.embedQuery(query, signal && { signal });
  // The lexical search below runs while the worker embeds. If the database throws, this rejection must not be unhandled.
  embedding.catch(() => undefined);
  const candidateCount = Math.max(minCandidates, limit);
  const terms = readQueryTerms(db, query);
  const lexicalIds = findLexicalCandidates(db, terms, candidateCount, accept);

  // The index leaves out lexical candidates of other partitions.
  const matches = await index.search(partition, await embedding, candidateCount, lexicalIds);
  const ids = matches.map(({ chunkId }) => chunkId);
  const lexicalScores = scoreLexicalMatches(db, terms, ids);
  const candidates = matches.map(({ chunkId, cosine }) => ({
    chunkId,
    dense: cosine,
    lexical: lexicalScores.get(chunkId) ?? 0,
  }));
  return fuseScores(candidates, chooseSignalWeights(query, terms)).slice(0, limit);
}
