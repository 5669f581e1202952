import type { DatabaseSync } from 'node:sqlite';
import { findCodes, stemWords, splitWords } from './stem-words.ts';
import { stopWords } from './stop-words.ts';

/** A word of a query as the index knows it. */
export interface QueryTerm {
  readonly stem: string;
  /** As written, without quotation marks, so that quoted it is a phrase of FTS5 and never syntax. */
  readonly word: string;
  /** Whether it has a digit or is a code, so that another like it means something else. */
  readonly isCode: boolean;
  /** Chunks that hold it. */
  readonly chunkCount: number;
  /** As FTS5's bm25() computes it. */
  readonly idf: number;
}

/** Words of a query beyond this say little more, and each costs time on the main thread. */
const maxQueryWords = 48;
/** bm25() takes about 1 µs a row, a row only looked at 0.15 µs: both keep a query of common words at a few milliseconds. */
const maxRankedRows = 5_000;
const maxScannedRows = 20_000;
/** About what bm25() gives a term that a chunk of usual length holds twice, for an idf of 1. */
const fullTermWeight = 1.6;

/** The terms of a query, rarest first: its words, and its codes as phrases besides their words. Stop words count only where there is nothing else. */
export function readQueryTerms(db: DatabaseSync, query: string): readonly QueryTerm[] {
  const words = splitWords(query.toLowerCase());
  const codes = findCodes(query);
  const content = words.filter((word) => !stopWords.has(word));
  const wordOfStem = new Map<string, string>();
  const asked = [...codes, ...(content.length > 0 ? content : words)].slice(0, maxQueryWords);
  for (const [word, stem] of stemWords(db, asked)) wordOfStem.set(stem, word);

  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.chunk_terms USING fts5vocab(main, chunk_fts, 'row')`);
  const total = Number(db.prepare('SELECT count(*) AS total FROM chunk_fts_docsize').get()?.['total'] ?? 0);
  const countStem = db.prepare('SELECT doc AS chunks FROM temp.chunk_terms WHERE term = ?');
  const countPhrase = db.prepare('SELECT count(*) AS chunks FROM chunk_fts WHERE chunk_fts MATCH ?');
  const countChunks = (stem: string, word: string): number =>
    Number((stem.includes(' ') ? countPhrase.get(`"${word}"`) : countStem.get(stem))?.['chunks'] ?? 0);
  return [...wordOfStem]
    .map(([stem, word]) => ({
      stem,
      word,
      isCode: codes.includes(word) || /\d/.test(word),
      chunkCount: countChunks(stem, word),
    }))
    .map((term) => ({ ...term, idf: computeIdf(term.chunkCount, total) }))
    .toSorted((a, b) => a.chunkCount - b.chunkCount);
}

/**
 * The chunks that match the query's rarer terms best, best first. Terms so common that ranking their chunks would take
 * long bring no candidates of their own. `accept` says whether a chunk may be found at all.
 */
export function findLexicalCandidates(
  db: DatabaseSync,
  terms: readonly QueryTerm[],
  limit: number,
  accept: (chunkId: number) => boolean = () => true,
): readonly number[] {
  const ranked = selectRarestTerms(terms, maxRankedRows);
  if (!ranked.some(({ chunkCount }) => chunkCount > 0)) return [];
  const select = db.prepare('SELECT rowid AS id FROM chunk_fts WHERE chunk_fts MATCH ? ORDER BY rank, rowid LIMIT ?');
  for (let asked = limit; ; asked *= 4) {
    const ids = select.all(buildMatchExpression(ranked), asked).map(({ id }) => Number(id));
    const accepted = ids.filter(accept);
    if (accepted.length >= limit || ids.length < asked) return accepted.slice(0, limit);
  }
}

/**
 * How well each of these chunks matches the query's words: min(1, bm25 / Σ 1.6 · idf), from 0 to 1. Chunks that hold none
 * are left out. The most common terms of a query that would take long to score are left out of both sums.
 */
export function scoreLexicalMatches(
  db: DatabaseSync,
  terms: readonly QueryTerm[],
  chunkIds: readonly number[],
): ReadonlyMap<number, number> {
  const fitting = selectRarestTerms(terms, maxScannedRows);
  const scored = fitting.length > 0 ? fitting : terms.slice(0, 1);
  const full = scored.reduce((sum, { idf }) => sum + fullTermWeight * idf, 0);
  if (!scored.some(({ chunkCount }) => chunkCount > 0)) return new Map();
  // Without the plus, FTS5 would start over for every id, and count all chunks of every term each time.
  const select = db.prepare(`
    SELECT rowid AS id, bm25(chunk_fts) AS bm25 FROM chunk_fts
    WHERE chunk_fts MATCH ? AND +rowid IN (SELECT value FROM json_each(?))
  `);
  const rows = select.all(buildMatchExpression(scored), JSON.stringify(chunkIds));
  // FTS5 gives better matches the smaller number.
  return new Map(rows.map(({ id, bm25 }) => [Number(id), Math.min(1, -Number(bm25) / full)]));
}

/** As in FTS5: never nothing, even for a term that most chunks hold. */
function computeIdf(chunkCount: number, total: number): number {
  const idf = Math.log((total - chunkCount + 0.5) / (chunkCount + 0.5));
  return idf > 0 ? idf : 1e-6;
}

/** The rarest terms whose chunks together stay within a number of rows. */
function selectRarestTerms(terms: readonly QueryTerm[], maxRows: number): readonly QueryTerm[] {
  let rows = 0;
  return terms.filter(({ chunkCount }) => (rows += chunkCount) <= maxRows);
}

function buildMatchExpression(terms: readonly QueryTerm[]): string {
  return terms.map(({ word }) => `"${word}"`).join(' OR ');
}
