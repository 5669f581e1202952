import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVectorIndex } from '../../../electron/service/features/knowledge/retrieval/vector-index.ts';
import type { VectorIndex } from '../../../electron/service/features/knowledge/retrieval/vector-index.ts';
import { embeddingDimensions as dimensions } from '../../../electron/service/features/knowledge/embedding/model.ts';
import { makeVectors, rowOf } from './random-vectors.ts';

const vectors = makeVectors(100);
const ids = Array.from({ length: 100 }, (_, i) => i + 1);

describe('createVectorIndex', () => {
  let index: VectorIndex;
  beforeEach(() => {
    index = createVectorIndex({ dimensions });
  });
  afterEach(() => index.close());

  it('returns no matches while it is empty', async () => {
    expect(await index.search('org', rowOf(vectors, 0), 10)).toEqual([]);
  });

  it('does not find chunks that were removed before the search', async () => {
    index.add('org', ids, vectors.slice());
    const before = index.search('org', rowOf(vectors, 9), 1);
    index.remove('org', [10]);
    const after = index.search('org', rowOf(vectors, 9), 100, { extraIds: [10] });
    expect((await before).map(({ chunkId }) => chunkId)).toEqual([10]);
    const remaining = (await after).map(({ chunkId }) => chunkId);
    expect(remaining).toHaveLength(99);
    expect(remaining).not.toContain(10);
  });

  it('searches only the given partition', async () => {
    index.add('org', [1], rowOf(vectors, 0));
    index.add('other', [2], rowOf(vectors, 0));
    expect((await index.search('org', rowOf(vectors, 0), 10, { extraIds: [2] })).map(({ chunkId }) => chunkId)).toEqual(
      [1],
    );
    index.remove('org', [2]);
    expect(await index.search('other', rowOf(vectors, 0), 10)).toHaveLength(1);
  });

  it('transfers a buffer unless it contains other data', () => {
    const own = rowOf(vectors, 0);
    index.add('org', [1], own);
    expect(own).toHaveLength(0);
    const shared = vectors.subarray(384, 768);
    index.add('org', [2], shared);
    expect(shared).toHaveLength(384);
  });

  it('rejects vectors whose number differs from the chunks, and stays usable', async () => {
    expect(() => index.add('org', [1, 2], rowOf(vectors, 0))).toThrow('2 chunks cannot have 1 vectors.');
    expect(await index.search('org', rowOf(vectors, 0), 10)).toEqual([]);
  });

  it('rejects searches after it is closed', async () => {
    const waiting = index.search('org', rowOf(vectors, 0), 10);
    await Promise.all([index.close(), expect(waiting).rejects.toThrow('The vector index was closed.')]);
    await expect(index.search('org', rowOf(vectors, 0), 10)).rejects.toThrow('The vector index was closed.');
  });
});

describe('a vector index whose worker dies', () => {
  it('rejects its searches with the cause, and reports the crash once', async () => {
    const url = new URL('../../../electron/service/features/knowledge/retrieval/index-worker.ts', import.meta.url);
    const worker = new Worker(url);
    const losses: Error[] = [];
    const index = createVectorIndex({ dimensions, startWorker: () => worker, onCrash: (error) => losses.push(error) });
    const waiting = index.search('org', rowOf(vectors, 0), 10);
    await Promise.all([worker.terminate(), expect(waiting).rejects.toThrow('The vector index stopped.')]);
    await expect(index.search('org', rowOf(vectors, 0), 10)).rejects.toThrow('The vector index stopped.');
    await index.close();
    expect(losses).toMatchObject([{ cause: { message: expect.stringContaining('The worker exited') } }]);
  });
});
