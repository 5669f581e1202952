import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbedder, type Embedder } from '../../../electron/service/features/knowledge/embedding/embedder.ts';
import { createBuiltInModel } from '../../../electron/service/features/knowledge/embedding/text-embedder.ts';
import type { QueryTerm } from '../../../electron/service/features/knowledge/retrieval/lexical-queries.ts';
import {
  chooseScoreWeights,
  fuseScores,
  searchChunks,
} from '../../../electron/service/features/knowledge/retrieval/search-chunks.ts';
import { createVectorIndex } from '../../../electron/service/features/knowledge/retrieval/vector-index.ts';
import type { VectorIndex } from '../../../electron/service/features/knowledge/retrieval/vector-index.ts';
import { prepareSharedModel } from '../embedding/prepared-model.ts';
import type { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { addChunkText, openLexicalDatabase, removeChunkText } from '../../helpers/service/lexical-database.ts';

const chunks = new Map([
  [1, 'The warranty covers the compressor of the heat pump for ten years from the day of installation.'],
  [2, 'Invoices are payable within thirty days. Late payments bear interest of five per cent a year.'],
  [3, 'Error code E47 means that the circuit has lost pressure. Refill it to 1.5 bar.'],
  [4, 'Error code E48 means that the fan is blocked. Switch the unit off and remove the obstacle.'],
  [5, 'Goods may be sent back within fourteen days of delivery for a full refund.'],
  [6, 'Our showroom is open from Monday to Friday, nine to five, except on public holidays.'],
  [7, 'Гарантия на насос действует десять лет.'],
  [8, 'Доставка по городу бесплатна.'],
]);
const foreignChunkId = 20;

const code: QueryTerm = { stem: 'e 214', word: 'E-214', isCode: true, chunkCount: 2, idf: 3 };
const meaningLeads = { dense: 1, lexical: 0.3 };

describe('searchChunks', () => {
  let db: SqliteDatabase;
  let embedder: Embedder;
  let index: VectorIndex;

  async function add(partition: string, chunkId: number, text: string): Promise<void> {
    addChunkText(db, chunkId, text);
    index.add(partition, [chunkId], await embedder.embed([embedder.encode(text)]));
  }
  const search = (query: string, limit = 3) =>
    searchChunks({ db, model: createBuiltInModel(embedder), index }, { partition: 'org', query, limit });

  beforeAll(async () => {
    db = openLexicalDatabase();
    embedder = createEmbedder({ modelDir: await prepareSharedModel(), threads: 1 });
    index = createVectorIndex({ dimensions: embedder.dimensions });
    for (const [chunkId, text] of chunks) await add('org', chunkId, text);
    await add('other', foreignChunkId, 'A warranty of another organization.');
  });
  afterAll(async () => {
    await embedder.close();
    await index.close();
    db.close();
  });

  it.each([
    ['How long is my air conditioning guaranteed?', 1],
    ['what happens if I pay too late', 2],
    ['I do not like what I bought', 5],
    ['When can I visit you?', 6],
    ['E47', 3],
    ['what does e48 mean', 4],
    ['гарантия', 7],
  ])('answers "%s" with chunk %i', async (query, chunkId) => {
    expect((await search(query))[0]?.chunkId).toBe(chunkId);
  });

  it('returns both scores of each chunk, best first, within the limit', async () => {
    const found = await search('How long is the warranty of the pump?', 4);
    expect(found).toHaveLength(4);
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
    for (const { score, dense, lexical } of found) expect(score).toBeCloseTo((dense + 0.3 * lexical) / 1.3, 10);
    expect(found[0]?.lexical).toBeGreaterThan(0);
  });

  it('finds only chunks of the partition', async () => {
    const found = await search('warranty of another organization', 100);
    expect(found.map(({ chunkId }) => chunkId).toSorted()).toEqual([...chunks.keys()]);
  });

  it('does not find a chunk after its removal', async () => {
    const voucher = 'A voucher is valid for three years and cannot be paid out in cash.';
    await add('org', 9, voucher);
    expect((await search('voucher validity'))[0]?.chunkId).toBe(9);
    removeChunkText(db, 9, voucher);
    index.remove('org', [9]);
    expect((await search('voucher validity', 100)).map(({ chunkId }) => chunkId)).not.toContain(9);
  });

  it('accepts queries without words or tokens', async () => {
    for (const query of ['', '?', '\u0000']) expect(await search(query)).toHaveLength(3);
  });

  it('stops when its signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('The window was closed.'));
    const found = searchChunks(
      { db, model: createBuiltInModel(embedder), index },
      { partition: 'org', query: 'pump', limit: 3, signal },
    );
    await expect(found).rejects.toThrow('The window was closed.');
  });
});

describe('fuseScores', () => {
  const candidates = [
    { chunkId: 1, dense: 0.6, lexical: 0 },
    { chunkId: 2, dense: 0.5, lexical: 0.5 },
    { chunkId: 3, dense: 0.2, lexical: 0.9 },
  ];

  it('ranks by the weighted mean of both scores, best first', () => {
    expect(fuseScores(candidates, { dense: 1, lexical: 0.4 })).toEqual([
      { chunkId: 2, dense: 0.5, lexical: 0.5, score: expect.closeTo(0.7 / 1.4, 10) },
      { chunkId: 1, dense: 0.6, lexical: 0, score: expect.closeTo(0.6 / 1.4, 10) },
      { chunkId: 3, dense: 0.2, lexical: 0.9, score: expect.closeTo(0.56 / 1.4, 10) },
    ]);
    expect(fuseScores(candidates, { dense: 0.4, lexical: 1 }).map(({ chunkId }) => chunkId)).toEqual([3, 2, 1]);
  });

  it('puts the older of two chunks with equal scores first', () => {
    const equal = [
      { chunkId: 9, dense: 0.5, lexical: 0 },
      { chunkId: 4, dense: 0.5, lexical: 0 },
    ];
    expect(fuseScores(equal, { dense: 1, lexical: 0.4 }).map(({ chunkId }) => chunkId)).toEqual([4, 9]);
  });
});

describe('chooseScoreWeights', () => {
  const builtIn = { isBuiltIn: true };

  it.each(['How do I return goods?', 'Wie lange gilt die Garantie für Wärmepumpen?', '12345', ''])(
    'weights meaning more for "%s"',
    (query) => {
      expect(chooseScoreWeights(query, [], builtIn)).toEqual(meaningLeads);
    },
  );

  it.each(['Сколько действует гарантия?', '保証期間は何年ですか', 'гарантия iPhone 15 сколько'])(
    'weights words more for "%s", because the encoder knows little of its script',
    (query) => {
      expect(chooseScoreWeights(query, [], builtIn)).toEqual({ dense: 0.4, lexical: 1 });
    },
  );

  it('weights meaning more in every script if another model is used', () => {
    expect(chooseScoreWeights('Сколько действует гарантия?', [], { isBuiltIn: false })).toEqual(meaningLeads);
  });

  it('considers only codes that occur in the documents', () => {
    expect(chooseScoreWeights('What is E-214?', [code], builtIn)).toEqual({ dense: 1, lexical: 1 });
    expect(chooseScoreWeights('What is E-999?', [{ ...code, chunkCount: 0 }], builtIn)).toEqual(meaningLeads);
    expect(chooseScoreWeights('What is it?', [{ ...code, isCode: false }], builtIn)).toEqual(meaningLeads);
  });
});
