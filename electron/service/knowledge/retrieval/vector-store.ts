import { DIMENSIONS } from '../embedding/model.ts';
import { CODE_WORDS, measureDistances, writeSignCode } from './sign-code.ts';

export interface VectorMatch {
  readonly chunkId: number;
  readonly cosine: number;
}

/** Vectors of unit length by chunk id, in memory, of one organization. */
export interface VectorStore {
  /** Adds or replaces; `vectors` holds one row a chunk. */
  readonly add: (chunkIds: readonly number[], vectors: Float32Array) => void;
  readonly remove: (chunkIds: readonly number[]) => void;
  /** The nearest chunks, best first, and after them those of `alsoIds` that are not among them. */
  readonly search: (query: Float32Array, limit: number, alsoIds?: readonly number[]) => readonly VectorMatch[];
  readonly size: () => number;
}

/**
 * Candidates by sign codes whose true cosine is then computed. The benchmark holds recall@10 against the exact search to
 * .98 at 100,000 chunks; a smaller store is searched exactly.
 */
const LEAST_CANDIDATES = 3_000;
const CANDIDATE_SHARE = 0.07;
/** Growing adds a block and copies nothing. */
const BLOCK_VECTORS = 8_192;
const MAX_DISTANCE = CODE_WORDS * 32;

interface Block {
  readonly vectors: Float32Array;
  readonly codes: Uint32Array;
  readonly distances: Uint16Array;
}

export function createVectorStore(): VectorStore {
  const blocks: Block[] = [];
  const chunkIds: number[] = [];
  const slots = new Map<number, number>();
  // Texts on like subjects point much the same way: their mean as the origin makes the codes tell them apart.
  let origin = new Float32Array(DIMENSIONS);
  let originCount = 0;

  const place = (slot: number): { readonly block: Block; readonly row: number } => {
    const block = (blocks[Math.floor(slot / BLOCK_VECTORS)] ??= createBlock());
    return { block, row: slot % BLOCK_VECTORS };
  };
  const vectorAt = (slot: number): Float32Array => {
    const { block, row } = place(slot);
    return block.vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
  };
  const write = (slot: number, chunkId: number, vector: Float32Array): void => {
    const { block, row } = place(slot);
    block.vectors.set(vector, row * DIMENSIONS);
    writeSignCode(vector, origin, block.codes, row * CODE_WORDS);
    chunkIds[slot] = chunkId;
    slots.set(chunkId, slot);
  };

  const moveOrigin = (): void => {
    originCount = chunkIds.length;
    const sums = new Float64Array(DIMENSIONS);
    for (let slot = 0; slot < originCount; slot++) {
      const vector = vectorAt(slot);
      for (let i = 0; i < DIMENSIONS; i++) sums[i] = (sums[i] ?? 0) + (vector[i] ?? 0);
    }
    origin = Float32Array.from(sums, (sum) => sum / originCount);
    for (let slot = 0; slot < originCount; slot++) {
      const { block, row } = place(slot);
      writeSignCode(vectorAt(slot), origin, block.codes, row * CODE_WORDS);
    }
  };

  const forget = (chunkId: number): void => {
    const slot = slots.get(chunkId);
    const lastId = chunkIds.at(-1);
    if (slot === undefined || lastId === undefined) return;
    // The last one moves into the gap, so that a scan meets no holes.
    if (lastId !== chunkId) write(slot, lastId, vectorAt(chunkIds.length - 1));
    slots.delete(chunkId);
    chunkIds.pop();
    blocks.length = Math.ceil(chunkIds.length / BLOCK_VECTORS);
  };

  const findCandidates = (query: Float32Array): readonly number[] => {
    const count = chunkIds.length;
    const wanted = Math.max(LEAST_CANDIDATES, Math.ceil(count * CANDIDATE_SHARE));
    if (count <= wanted) return chunkIds.map((_, slot) => slot);
    const code = new Uint32Array(CODE_WORDS);
    writeSignCode(query, origin, code, 0);
    const histogram = new Uint32Array(MAX_DISTANCE + 1);
    blocks.forEach(({ codes, distances }, i) => {
      const rows = Math.min(BLOCK_VECTORS, count - i * BLOCK_VECTORS);
      measureDistances(code, codes, rows, distances);
      for (let row = 0; row < rows; row++) countOne(histogram, distances[row]);
    });
    const limit = distanceOfNth(histogram, wanted);
    const candidates: number[] = [];
    blocks.forEach(({ distances }, i) => {
      const rows = Math.min(BLOCK_VECTORS, count - i * BLOCK_VECTORS);
      for (let row = 0; row < rows; row++) {
        if ((distances[row] ?? MAX_DISTANCE) <= limit) candidates.push(i * BLOCK_VECTORS + row);
      }
    });
    return candidates;
  };

  const match = (slot: number, query: Float32Array): VectorMatch => {
    const { block, row } = place(slot);
    return { chunkId: chunkIds[slot] ?? 0, cosine: dotProduct(query, block.vectors, row * DIMENSIONS) };
  };

  return {
    add(ids, vectors) {
      if (vectors.length !== ids.length * DIMENSIONS) {
        throw new Error(`${ids.length} chunks need ${ids.length * DIMENSIONS} numbers, not ${vectors.length}.`);
      }
      ids.forEach((chunkId, i) => {
        const vector = vectors.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS);
        write(slots.get(chunkId) ?? chunkIds.length, chunkId, vector);
      });
      // Seldom enough that all moves together cost no more than adding each chunk twice.
      if (chunkIds.length > Math.max(LEAST_CANDIDATES, 2 * originCount)) moveOrigin();
    },
    remove: (ids) => ids.forEach(forget),
    search(query, limit, alsoIds = []) {
      const best = selectBest(findCandidates(query), (slot) => match(slot, query), limit);
      const found = new Set(best.map(({ chunkId }) => chunkId));
      const others = alsoIds.filter((chunkId) => !found.has(chunkId)).map((chunkId) => slots.get(chunkId));
      return [...best, ...others.filter((slot) => slot !== undefined).map((slot) => match(slot, query))];
    },
    size: () => chunkIds.length,
  };
}

function createBlock(): Block {
  return {
    vectors: new Float32Array(BLOCK_VECTORS * DIMENSIONS),
    codes: new Uint32Array(BLOCK_VECTORS * CODE_WORDS),
    distances: new Uint16Array(BLOCK_VECTORS),
  };
}

function countOne(histogram: Uint32Array, distance = 0): void {
  histogram[distance] = (histogram[distance] ?? 0) + 1;
}

/** The distance within which the nearest `count` lie. */
function distanceOfNth(histogram: Uint32Array, count: number): number {
  let seen = 0;
  return histogram.findIndex((here) => (seen += here) >= count);
}

/** The best `limit` matches in order. Most candidates fall short of the worst of them and are only looked at. */
function selectBest(slots: readonly number[], match: (slot: number) => VectorMatch, limit: number): VectorMatch[] {
  const best: VectorMatch[] = [];
  for (const slot of slots) {
    const candidate = match(slot);
    const last = best.at(-1);
    if (last && best.length >= limit && byCosine(candidate, last) >= 0) continue;
    best.splice(findPlace(best, candidate), 0, candidate);
    if (best.length > limit) best.pop();
  }
  return best;
}

function findPlace(best: readonly VectorMatch[], candidate: VectorMatch): number {
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byCosine(candidate, best[middle] ?? candidate) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Ties go to the older chunk, so that the same question always has the same answer. */
function byCosine(a: VectorMatch, b: VectorMatch): number {
  return b.cosine - a.cosine || a.chunkId - b.chunkId;
}

/**
 * Of `query` with the row at `offset`. Four sums at a time, because one would wait for each addition; single variables and
 * one offset, because this loop is most of a search.
 */
function dotProduct(query: Float32Array, rows: Float32Array, offset: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  // Reads stay inside the arrays, so the fallbacks only satisfy the compiler.
  for (let i = 0; i < DIMENSIONS; i += 4) {
    a += (query[i] ?? 0) * (rows[offset + i] ?? 0);
    b += (query[i + 1] ?? 0) * (rows[offset + i + 1] ?? 0);
    c += (query[i + 2] ?? 0) * (rows[offset + i + 2] ?? 0);
    d += (query[i + 3] ?? 0) * (rows[offset + i + 3] ?? 0);
  }
  return a + b + c + d;
}
