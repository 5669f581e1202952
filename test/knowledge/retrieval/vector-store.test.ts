import { describe, expect, it } from 'vitest';
import { embeddingDimensions } from '../../../electron/service/features/knowledge/embedding/model.ts';
import { createVectorStore } from '../../../electron/service/features/knowledge/retrieval/vector-store.ts';
import { makeVectors, rowOf } from './random-vectors.ts';

const ids = (count: number, first = 1): number[] => Array.from({ length: count }, (_, i) => first + i);

function rankExactly(vectors: Float32Array, count: number, query: Float32Array): number[] {
  const cosines = ids(count).map((id) => cosineOf(rowOf(vectors, id - 1), query));
  return ids(count).toSorted((a, b) => (cosines[b - 1] ?? 0) - (cosines[a - 1] ?? 0) || a - b);
}

function cosineOf(a: Float32Array, b: Float32Array): number {
  let sum = 0; // a loop, because it runs millions of times
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

describe('createVectorStore', () => {
  it('searches a small store exactly and returns cosines', () => {
    const [vectors, query] = [makeVectors(300), makeVectors(1, 7)];
    const store = createVectorStore(embeddingDimensions);
    store.add(ids(300), vectors);
    const matches = store.search(query, 10);
    expect(matches.map(({ chunkId }) => chunkId)).toEqual(rankExactly(vectors, 300, query).slice(0, 10));
    expect(store.search(rowOf(vectors, 41), 1)).toEqual([{ chunkId: 42, cosine: expect.closeTo(1, 5) }]);
  });

  it('finds almost all of the ten nearest chunks in a large store', () => {
    const count = 6_000;
    const vectors = makeVectors(count);
    const store = createVectorStore(embeddingDimensions);
    store.add(ids(count), vectors);
    let found = 0;
    for (let row = 0; row < count; row += 600) {
      const nearest = new Set(rankExactly(vectors, count, rowOf(vectors, row)).slice(0, 10));
      found += store.search(rowOf(vectors, row), 10).filter(({ chunkId }) => nearest.has(chunkId)).length;
    }
    expect(found / 100).toBeGreaterThanOrEqual(0.95);
  });

  it('also returns the requested extra chunks, each once, without unknown ones', () => {
    const vectors = makeVectors(50);
    const store = createVectorStore(embeddingDimensions);
    store.add(ids(50), vectors);
    const query = rowOf(vectors, 0);
    const [best, ...others] = store.search(query, 1, { extraIds: [1, 7, 999] });
    expect(best?.chunkId).toBe(1);
    expect(others.map(({ chunkId }) => chunkId)).toEqual([7]);
    expect(others[0]?.cosine).toBeCloseTo(cosineOf(rowOf(vectors, 6), query), 5);
  });

  it('compares only the requested chunks, without unknown ones', () => {
    const vectors = makeVectors(50);
    const store = createVectorStore(embeddingDimensions);
    store.add(ids(50), vectors);
    const found = store.search(rowOf(vectors, 0), 2, { onlyIds: [7, 9, 11, 999], extraIds: [1] });
    expect(found).toHaveLength(3);
    expect(found.at(-1)?.chunkId).toBe(1);
    expect(found.slice(0, 2).every(({ chunkId }) => [7, 9, 11].includes(chunkId))).toBe(true);
    expect(store.search(rowOf(vectors, 0), 2, { onlyIds: [] })).toEqual([]);
  });

  it('replaces a chunk that is added again', () => {
    const vectors = makeVectors(2);
    const store = createVectorStore(embeddingDimensions);
    store.add([5], rowOf(vectors, 0));
    store.add([5], rowOf(vectors, 1));
    expect(store.size()).toBe(1);
    expect(store.search(rowOf(vectors, 1), 5)).toEqual([{ chunkId: 5, cosine: expect.closeTo(1, 5) }]);
  });

  it('keeps the other chunks correct when chunks are removed', () => {
    const vectors = makeVectors(9000);
    const store = createVectorStore(embeddingDimensions);
    store.add(ids(9000), vectors);
    store.remove([1, 8192, 9000, 9000, 77_777, ...ids(1000, 3000)]);
    expect(store.size()).toBe(7997);
    for (const row of [1, 2998, 4000, 8000, 8998]) {
      expect(store.search(rowOf(vectors, row), 1)).toEqual([{ chunkId: row + 1, cosine: expect.closeTo(1, 5) }]);
    }
    for (const row of [0, 8191, 8999, 3500]) {
      expect(store.search(rowOf(vectors, row), 50).map(({ chunkId }) => chunkId)).not.toContain(row + 1);
    }
    store.remove(ids(9000));
    expect(store.search(rowOf(vectors, 1), 10)).toEqual([]);
  });

  it('rejects vectors whose number differs from the chunks', () => {
    expect(() => createVectorStore(embeddingDimensions).add([1, 2], makeVectors(1))).toThrow(
      '2 chunks need 768 numbers, not 384.',
    );
  });
});
