import { normalizeSearchText } from '../../../../../shared/text/search-words.ts';
import { listOtherSpellings, toSearchText } from '../../../platform/search-text.ts';
import type { SearchIndex } from '../../../platform/db/database.ts';
import { stemWords } from '../../../platform/db/stem-queries.ts';

/** A word or code of a query, with its statistics in the full-text index. */
export type QueryTerm = {
  readonly stem: string;
  /** As written, without quotation marks. In quotation marks, it is an FTS5 phrase and never syntax. */
  readonly word: string;
  /** Whether it contains a digit or is a code. A similar code means something else. */
  readonly isCode: boolean;
  /** Number of chunks that contain it. */
  readonly chunkCount: number;
  /** Inverse document frequency, as in FTS5's bm25(). */
  readonly idf: number;
};

/** bm25() takes about 1 µs per row and scanning about 0.15 µs. These limits keep a query of common words at a few milliseconds. */
const maxRankedRows = 5_000;
const maxScannedRows = 20_000;
/** Approximate bm25() of a term that occurs twice in a chunk of average length, for an idf of 1. */
const fullTermWeight = 1.6;

/** Creates the table `temp.chunk_terms` of the connection: the terms of the full-text index, with the number of their chunks. */
export function createTermTable(db: SearchIndex): void {
  db.execute(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.chunk_terms USING fts5vocab(main, chunk_fts, 'row')`);
}

/** Returns the number of chunks in the full-text index. */
export function countChunks(db: SearchIndex): number {
  return Number(db.get('SELECT count(*) AS total FROM chunk_fts_docsize')?.['total'] ?? 0);
}

/** Returns the number of chunks that contain each word, in any form. */
export function countChunksWithWords(db: SearchIndex, words: readonly string[]): ReadonlyMap<string, number> {
  createTermTable(db);
  const counts = new Map<string, number>();
  for (const [word, stem] of stemWords(db, words)) counts.set(word, Number(countStem(db, stem)?.['chunks'] ?? 0));
  return counts;
}

const countStem = (db: SearchIndex, stem: string) =>
  db.get('SELECT doc AS chunks FROM temp.chunk_terms WHERE term = ?', stem);

/** Returns the terms of a query, rarest first: its words, and its codes as phrases in addition to their words. */
export function readQueryTerms(db: SearchIndex, query: string): readonly QueryTerm[] {
  const { words, codes } = selectQueryWords(query);
  const wordByStem = new Map<string, string>();
  for (const [word, stem] of stemWords(db, chooseSpellings(db, query, words))) wordByStem.set(stem, word);

  createTermTable(db);
  const total = countChunks(db);
  const countPhrase = (word: string) =>
    db.get('SELECT count(*) AS chunks FROM chunk_fts WHERE chunk_fts MATCH ?', `"${word}"`);
  const countMatches = (stem: string, word: string): number =>
    Number((stem.includes(' ') ? countPhrase(word) : countStem(db, stem))?.['chunks'] ?? 0);
  return [...wordByStem]
    .map(([stem, word]) => ({
      stem,
      word,
      isCode: codes.includes(word) || /\d/.test(word),
      chunkCount: countMatches(stem, word),
    }))
    .map((term) => ({ ...term, idf: computeIdf(term.chunkCount, total) }))
    .toSorted((a, b) => a.chunkCount - b.chunkCount);
}

/** Returns the words, of which those that no chunk contains have another spelling if a chunk contains that. */
function chooseSpellings(db: SearchIndex, query: string, words: readonly string[]): readonly string[] {
  const others = listOtherSpellings(query);
  if (others.size === 0) return words;
  const counts = countChunksWithWords(db, [...others.keys(), ...others.values()]);
  return words.map((word) => {
    const other = counts.get(word) ? undefined : others.get(word);
    return other !== undefined && counts.get(other) ? other : word;
  });
}

/**
 * Returns the ids of the accepted chunks that match a query best, best first. Terms are ignored if they are so common that
 * ranking their chunks would take too long.
 */
export function findLexicalCandidates(
  db: SearchIndex,
  terms: readonly QueryTerm[],
  limit: number,
  isAccepted: (chunkId: number) => boolean = () => true,
): readonly number[] {
  const ranked = selectRarestTerms(terms, maxRankedRows);
  if (!ranked.some(({ chunkCount }) => chunkCount > 0)) return [];
  const select = 'SELECT rowid AS id FROM chunk_fts WHERE chunk_fts MATCH ? ORDER BY rank, rowid LIMIT ?';
  for (let batchLimit = limit; ; batchLimit *= 4) {
    const ids = db.all(select, buildMatchExpression(ranked), batchLimit).map(({ id }) => Number(id));
    const accepted = ids.filter(isAccepted);
    if (accepted.length >= limit || ids.length < batchLimit) return accepted.slice(0, limit);
  }
}

/**
 * Scores how well each chunk matches the words of a query: min(1, bm25 / Σ 1.6 · idf), from 0 to 1. Chunks without any of
 * the words are left out. If scoring would take too long, the most common terms are left out of both sums.
 */
export function scoreLexicalMatches(
  db: SearchIndex,
  terms: readonly QueryTerm[],
  chunkIds: readonly number[],
): ReadonlyMap<number, number> {
  const selected = selectRarestTerms(terms, maxScannedRows);
  const scored = selected.length > 0 ? selected : terms.slice(0, 1);
  const maxScore = scored.reduce((sum, { idf }) => sum + fullTermWeight * idf, 0);
  if (!scored.some(({ chunkCount }) => chunkCount > 0)) return new Map();
  // The unary plus keeps FTS5 from running the query once per id, which would count all chunks of every term each time.
  const select = `
    SELECT rowid AS id, bm25(chunk_fts) AS bm25 FROM chunk_fts
    WHERE chunk_fts MATCH ? AND +rowid IN (SELECT value FROM json_each(?))
  `;
  const rows = db.all(select, buildMatchExpression(scored), JSON.stringify(chunkIds));
  // FTS5 returns negative scores: the better the match, the smaller the number.
  return new Map(rows.map(({ id, bm25 }) => [Number(id), Math.min(1, -Number(bm25) / maxScore)]));
}

/** As in FTS5: always positive, even for a term that most chunks contain. */
function computeIdf(chunkCount: number, total: number): number {
  const idf = Math.log((total - chunkCount + 0.5) / (chunkCount + 0.5));
  return idf > 0 ? idf : 1e-6;
}

/** Returns the rarest terms that together match at most `maxRows` chunks. */
function selectRarestTerms(terms: readonly QueryTerm[], maxRows: number): readonly QueryTerm[] {
  let rows = 0;
  return terms.filter(({ chunkCount }) => (rows += chunkCount) <= maxRows);
}

function buildMatchExpression(terms: readonly QueryTerm[]): string {
  return terms.map(({ word }) => `"${word}"`).join(' OR ');
}

/** Words beyond this number add little, and each one costs time on the main thread. */
const maxQueryWords = 48;

const wordPattern = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;
const codePattern = /(?=\S*\d)[\p{L}\p{M}\p{N}]+(?:[-.,:/_][\p{L}\p{M}\p{N}]+)+|\b\p{Lu}+(?:-\p{Lu}+)+\b/gu;

/** English words that phrase a question but are not part of its subject. */
const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being but by can could did do does doing for from
  had has have having he her here him his how i if in into is it its just know let like many may me might more most much
  must my no not of on one or our out please shall she should so some such tell than that the their them then there these
  they this those to too under until up us use very was we were what when where which while who whom whose why will with
  would you your yours mean means say says show shows go goes read apply applies give gives get gets need want`.split(
    /\s+/,
  ),
);

type QueryWords = {
  /** Words and codes to search for, each once. */
  readonly words: readonly string[];
  /**
   * Those of `words` that are compound numbers or codes. They count as a whole because the parts of "PL-300X", "clause 3.4",
   * "$2,500.00" and "MW-A" mean little on their own.
   */
  readonly codes: readonly string[];
};

/** Selects the words and codes of a query that are worth searching for. Stop words are used only if there is nothing else. */
function selectQueryWords(query: string): QueryWords {
  const codes = findDistinct(normalizeSearchText(query), codePattern);
  const words = findDistinct(toSearchText(query).toLowerCase(), wordPattern);
  const contentWords = words.filter((word) => !stopWords.has(word));
  return { words: [...codes, ...(contentWords.length > 0 ? contentWords : words)].slice(0, maxQueryWords), codes };
}

/** Returns the distinct matches in order of first occurrence. */
function findDistinct(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(text.match(pattern))];
}
