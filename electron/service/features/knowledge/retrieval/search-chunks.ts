import type { SearchIndex } from '../../../platform/db/database.ts';
import type { TextEmbedder } from '../embedding/text-embedder.ts';
import { findLexicalCandidates, readQueryTerms, scoreLexicalMatches, type QueryTerm } from './lexical-queries.ts';
import type { VectorIndex } from './vector-index.ts';

export type SearchDependencies = {
  readonly db: SearchIndex;
  readonly model: Pick<TextEmbedder, 'embed' | 'toSimilarity' | 'isBuiltIn'>;
  readonly index: Pick<VectorIndex, 'search'>;
};

export type ChunkSearchOptions = {
  /** Partition of the vector index. */
  readonly partition: string;
  readonly query: string;
  readonly limit: number;
  /** Whether a chunk of the full-text index, which has no partitions, may be returned. Default: all chunks. */
  readonly isAccepted?: (chunkId: number) => boolean;
  /** The chunks that the vector search compares. Default: all chunks of the partition. */
  readonly onlyIds?: readonly number[];
  readonly signal?: AbortSignal;
};

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
 * The vector search and the lexical search each propose up to this many chunks, or up to the limit of the search if that is
 * larger. Both scores are then computed for all of them.
 */
const minCandidateLimit = 100;

/**
 * Returns the chunks that match a query best by their dense and lexical scores, best first. A chunk may have been deleted
 * while the search was running: the caller must check that each one still exists.
 */
export async function searchChunks(
  { db, model, index }: SearchDependencies,
  { partition, query, limit, isAccepted, onlyIds, signal }: ChunkSearchOptions,
): Promise<readonly RankedChunk[]> {
  const embedding = model.embed([{ text: query }], {
    role: 'question',
    priority: 'interactive',
    ...(signal && { signal }),
  });
  // The lexical search below runs while the worker embeds. If the database throws, this rejection must not be unhandled.
  embedding.catch(() => undefined);
  const candidateLimit = Math.max(minCandidateLimit, limit);
  const terms = readQueryTerms(db, query);
  const lexicalIds = findLexicalCandidates(db, terms, candidateLimit, isAccepted);

  // The index leaves out lexical candidates of other partitions.
  const matches = await index.search(partition, await embedding, candidateLimit, { extraIds: lexicalIds, onlyIds });
  const ids = matches.map(({ chunkId }) => chunkId);
  const lexicalScores = scoreLexicalMatches(db, terms, ids);
  const candidates = matches.map(({ chunkId, cosine }) => ({
    chunkId,
    dense: model.toSimilarity(cosine),
    lexical: lexicalScores.get(chunkId) ?? 0,
  }));
  return fuseScores(candidates, chooseScoreWeights(query, terms, model)).slice(0, limit);
}

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

/** The weights of the dense and the lexical score in the score of a passage. */
type ScoreWeights = {
  readonly dense: number;
  readonly lexical: number;
};

/** A lexical weight of 0.4 or more reduces recall, because words match by accident (measured on 330 questions of six kinds). */
const denseFirstWeights: ScoreWeights = { dense: 1, lexical: 0.3 };
const lexicalFirstWeights: ScoreWeights = { dense: 0.4, lexical: 1 };
const balancedWeights: ScoreWeights = { dense: 1, lexical: 1 };

/** Returns the chunks that have most words of a query, best first, without the search model. */
export function searchWords(
  { db }: Pick<SearchDependencies, 'db'>,
  { query, limit, isAccepted }: Pick<ChunkSearchOptions, 'query' | 'limit' | 'isAccepted'>,
): readonly RankedChunk[] {
  const terms = readQueryTerms(db, query);
  const ids = findLexicalCandidates(db, terms, limit, isAccepted);
  const scores = scoreLexicalMatches(db, terms, ids);
  const candidates = ids.map((chunkId) => ({ chunkId, dense: 0, lexical: scores.get(chunkId) ?? 0 }));
  return fuseScores(candidates, { dense: 0, lexical: 1 });
}

/**
 * Chooses the weights for a query. The dense score (meaning) weighs more, with two exceptions. The built-in encoder was trained
 * on English, so the lexical score (words) weighs more if most letters are not Latin. And the encoder cannot distinguish E-214
 * from E-241, so both scores weigh the same if the query contains a number or code that also occurs in the documents.
 */
export function chooseScoreWeights(
  query: string,
  terms: readonly QueryTerm[],
  model: Pick<TextEmbedder, 'isBuiltIn'>,
): ScoreWeights {
  if (!understandsScript(model, query)) return lexicalFirstWeights;
  return terms.some(({ isCode, chunkCount }) => isCode && chunkCount > 0) ? balancedWeights : denseFirstWeights;
}

/** Returns whether a model understands the script of most letters of a query. The built-in one only understands Latin script. */
export function understandsScript({ isBuiltIn }: Pick<TextEmbedder, 'isBuiltIn'>, query: string): boolean {
  const letters = query.match(/\p{L}/gu)?.length ?? 0;
  const latinLetters = query.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return !isBuiltIn || latinLetters * 2 >= letters;
}
