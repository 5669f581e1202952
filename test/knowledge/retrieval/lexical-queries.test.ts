import { assert, property, string } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  findLexicalCandidates,
  readQueryTerms,
  scoreLexicalMatches,
} from '../../../electron/service/features/knowledge/retrieval/lexical-queries.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';
import type { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { addChunkText, openLexicalDatabase, removeChunkText } from '../../helpers/service/lexical-database.ts';
import { anyCharacter } from '../../helpers/data/any-character.ts';

const texts = [
  'The warranty covers the compressor of the heat pump for ten years.',
  'Invoices are payable within thirty days; late payments bear interest.',
  'Error E47 means that the pump has lost pressure. Refill it to 1.5 bar.',
  'Customers may return goods within fourteen days of delivery.',
  'The café is open on weekdays. Its terrace is closed in winter.',
  'AND OR NOT NEAR are words that a query language knows.',
];
let db: SqliteDatabase;

function find(query: string): readonly number[] {
  return findLexicalCandidates(db, readQueryTerms(db, query), 10);
}
function stemsOf(query: string): readonly string[] {
  return readQueryTerms(db, query).map(({ stem }) => stem);
}
function score(query: string, ids: readonly number[]): ReadonlyMap<number, number> {
  return scoreLexicalMatches(db, readQueryTerms(db, query), ids);
}

beforeEach(() => {
  db = openLexicalDatabase();
  texts.forEach((text, i) => addChunkText(db, i + 1, text));
});

describe('readQueryTerms', () => {
  it('returns the stems of the content words, rarest first, each once', () => {
    expect(stemsOf('What does the pump with the Invoices and invoice cover?')).toEqual(['invoic', 'cover', 'pump']);
  });

  it('returns stop words if the query has no other words', () => {
    expect(stemsOf('what is the')).toEqual(expect.arrayContaining(['what', 'is', 'the']));
  });

  it('also returns numbers and codes as a whole', () => {
    addChunkText(db, 60, 'Clause 3.4 is about plan PL-300X in window MW-A.');
    addChunkText(db, 61, 'Clause 4.3 is about 3 or 4 plans: PL or 300X, MW or A.');
    for (const [query, stem] of [
      ['clause 3.4', '3 4'],
      ['pl-300x', 'pl 300x'],
      ['When is MW-A?', 'mw a'],
    ] as const) {
      const term = readQueryTerms(db, query).find((each) => each.stem === stem);
      expect(term).toMatchObject({ isCode: true, chunkCount: 1 });
      expect(find(query)[0]).toBe(60);
    }
  });

  it('returns no terms for a query without words', () => {
    for (const query of ['', '  ', '?!', '"', '🙂', '\u0000']) {
      expect(readQueryTerms(db, query)).toEqual([]);
      expect(find(query)).toEqual([]);
      expect(score(query, [1, 2])).toEqual(new Map());
    }
  });
});

describe('findLexicalCandidates', () => {
  it('finds inflected words, codes and words with other accents', () => {
    expect(find('covering warranties')).toEqual([1]);
    expect(find('what is e47')).toEqual([3]);
    expect(find('CAFE')).toEqual([5]);
  });

  it('finds words of every script, however they are written', () => {
    const others = [
      '本社は東京都渋谷区にあります。',
      'प्रिया ने फ़ोन किया',
      'السيد مُحَمَّد',
      'สำนักงานในกรุงเทพ',
      'Sub\u00adscrip\u200btion o\ufb03ce',
    ];
    for (const [index, text] of others.entries()) addChunkText(db, 70 + index, text);
    for (const [query, id] of [
      ['渋谷の本社', 70],
      ['प्रिया', 71],
      ['محمد', 72],
      ['กรุงเทพ', 73],
      ['subscriptions office', 74],
    ] as const)
      expect(find(query), query).toEqual([id]);
    expect(find('प्रया'), 'a vowel sign is part of the word').toEqual([]);
  });

  it('puts the chunk with more and rarer words first', () => {
    expect(find('pump pressure')).toEqual([3, 1]);
    expect(find('pump compressor')).toEqual([1, 3]);
  });

  it('leaves out chunks that are not accepted, even if many of them match best', () => {
    for (let id = 100; id < 200; id++) addChunkText(db, id, 'pump pump pump');
    const terms = readQueryTerms(db, 'pump pressure compressor');
    expect(findLexicalCandidates(db, terms, 2, (id) => id < 100).toSorted()).toEqual([1, 3]);
  });

  it('does not find a removed chunk', () => {
    for (const id of [3, 4]) removeChunkText(db, id, texts[id - 1] ?? '');
    expect(find('pump pressure')).toEqual([1]);
    expect(score('pump pressure', [1, 3]).has(3)).toBe(false);
  });

  it('never interprets a query as FTS5 syntax', () => {
    expect(find('"AND" OR NOT NEAR(query language, 2)')).toContain(6);
    expect(find('text:warranty')).toEqual([1]);
    // As a prefix query it would match "warranty", whose stem is "warranti".
    expect(find('warrant*')).toEqual([]);
    for (const query of [
      '"',
      "'; DROP TABLE chunk_fts; --",
      '^pump',
      '-pump',
      'a" OR "b',
      '{text}: x',
      'NEAR(',
      '(((',
    ]) {
      expect(() => score(query, find(query)), query).not.toThrow();
    }
  });

  it('never fails for any query', () => {
    assert(
      property(string({ unit: anyCharacter, maxLength: 200 }), (query) => {
        const scores = [...score(query, find(query)).values()];
        return scores.every((value) => value >= 0 && value <= 1);
      }),
      { numRuns: chooseFuzzRuns({ perCommit: 60, long: 3_000 }) },
    );
  });
});

describe('scoreLexicalMatches', () => {
  it('returns bm25 relative to its maximum for the query, at most 1', () => {
    const terms = readQueryTerms(db, 'pump pressure');
    const full = 1.6 * terms.reduce((sum, { idf }) => sum + idf, 0);
    const row = db.get(
      `SELECT bm25(chunk_fts) AS bm25 FROM chunk_fts WHERE chunk_fts MATCH 'pump OR pressure' AND rowid = 1`,
    );
    expect(score('pump pressure', [1]).get(1)).toBeCloseTo(-Number(row?.['bm25']) / full, 10);
    addChunkText(db, 50, `${'pressure '.repeat(9)} valve`);
    const scores = score('pressure', [3, 50]);
    expect(scores.get(50)).toBe(1);
    expect(scores.get(3)).toBeLessThan(1);
  });

  it('counts words that no chunk contains as missing', () => {
    const [known, unknown] = [score('compressor', [1]).get(1), score('compressor zeppelin', [1]).get(1)];
    expect(unknown).toBeLessThan((known ?? 0) / 1.5);
  });

  it('leaves out chunks without any of the words', () => {
    expect([...score('pump', [1, 2, 3, 999]).keys()].toSorted()).toEqual([1, 3]);
  });
});
