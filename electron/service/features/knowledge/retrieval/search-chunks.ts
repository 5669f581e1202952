import type { DatabaseSync } from 'node:sqlite';
import type { Embedder } from '../embedding/embedder.ts';
import { fuseScores } from './fuse-scores.ts';
import type { RankedChunk } from './fuse-scores.ts';
import { findLexicalCandidates, readQueryTerms, scoreLexicalMatches } from './lexical-search.ts';
import { chooseSignalWeights } from './signal-weights.ts';
import type { VectorIndex } from './vector-index.ts';

export interface SearchDependencies {
  readonly db: DatabaseSync;
  readonly embedder: Pick<Embedder, 'embedQuery'>;
  readonly index: Pick<VectorIndex, 'search'>;
}

export interface ChunkSearchOptions {
  /** Of the vector index. */
  readonly partition: string;
  readonly query: string;
  readonly limit: number;
  /** Whether a chunk of the full-text index, which has no partitions, may be found. All may by default. */
  readonly accept?: (chunkId: number) => boolean;
  readonly signal?: AbortSignal;
}

/** Either signal proposes so many chunks at least; both are then computed for all of them. */
const minCandidates = 100;

/**
 * The chunks that answer a query best, by meaning and by words, best first. A chunk removed while the search runs may be
 * among them, so the caller reads its text at the end and leaves it out.
 */
export async function searchChunks(
  { db, embedder, index }: SearchDependencies,
  { partition, query, limit, accept, signal }: ChunkSearchOptions,
): Promise<readonly RankedChunk[]> {
  const embedding = embedder.embedQuery(query, signal && { signal });
  // While the worker embeds. Its failure is awaited below, also when the database throws here.
  embedding.catch(() => undefined);
  const count = Math.max(minCandidates, limit);
  const terms = readQueryTerms(db, query);
  const lexicalIds = findLexicalCandidates(db, terms, count, accept);

  // Of the lexical candidates, the index knows those of this partition only.
  const matches = await index.search(partition, await embedding, count, lexicalIds);
  const ids = matches.map(({ chunkId }) => chunkId);
  const lexicalScores = scoreLexicalMatches(db, terms, ids);
  const candidates = matches.map(({ chunkId, cosine }) => ({
    chunkId,
    dense: cosine,
    lexical: lexicalScores.get(chunkId) ?? 0,
  }));
  return fuseScores(candidates, chooseSignalWeights(query, terms)).slice(0, limit);
}
