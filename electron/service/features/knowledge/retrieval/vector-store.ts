import { embeddingDimensions } from '../embedding/model.ts';
import { wordsPerCode, computeHammingDistances, writeSignCode } from './sign-code.ts';

export interface VectorMatch {
  readonly chunkId: number;
  readonly cosine: number;
}

/** Vectors of unit length by chunk id, in memory, of one organization. */
export interface VectorStore {
  /** Adds or replaces; `vectors` holds one row a chunk. */
  readonly add: (chunkIds: readonly number[], vectors: Float32Array) => void;
  readonly remove: (chunkIds: readonly number[]) => void;
  /** The nearest chunks, best first, and after them those of `extraIds` that are not among them. */
  readonly search: (query: Float32Array, limit: number, extraIds?: readonly number[]) => readonly VectorMatch[];
  readonly size: () => number;
}

/**
 * Candidates by sign codes whose true cosine is then computed. The benchmark holds recall@10 against the exact search to
 * .98 at 100,000 chunks; a smaller store is searched exactly.
 */
const minCandidates = 3_000;
const candidateRatio = 0.07;
/** Growing adds a block and copies nothing. */
const vectorsPerBlock = 8_192;
const maxDistance = wordsPerCode * 32;

interface VectorBlock {
  readonly vectors: Float32Array;
  readonly codes: Uint32Array;
  readonly distances: Uint16Array;
}

export function createVectorStore(): VectorStore {
  const blocks: VectorBlock[] = [];
  const chunkIds: number[] = [];
  const slots = new Map<number, number>();
  // Texts on like subjects point much the same way: their mean as the origin makes the codes tell them apart.
  let origin = new Float32Array(embeddingDimensions);
  let originCount = 0;

  const place = (slot: number): { readonly block: VectorBlock; readonly row: number } => {
    const block = (blocks[Math.floor(slot / vectorsPerBlock)] ??= createVectorBlock());
    return { block, row: slot % vectorsPerBlock };
  };
  const vectorAt = (slot: number): Float32Array => {
    const { block, row } = place(slot);
    return block.vectors.subarray(row * embeddingDimensions, (row + 1) * embeddingDimensions);
  };
  const write = (slot: number, chunkId: number, vector: Float32Array): void => {
    const { block, row } = place(slot);
    block.vectors.set(vector, row * embeddingDimensions);
    writeSignCode(vector, origin, block.codes, row * wordsPerCode);
    chunkIds[slot] = chunkId;
    slots.set(chunkId, slot);
  };

  const moveOrigin = (): void => {
    originCount = chunkIds.length;
    const sums = new Float64Array(embeddingDimensions);
    for (let slot = 0; slot < originCount; slot++) {
      const vector = vectorAt(slot);
      for (let i = 0; i < embeddingDimensions; i++) sums[i] = (sums[i] ?? 0) + (vector[i] ?? 0);
    }
    origin = Float32Array.from(sums, (sum) => sum / originCount);
    for (let slot = 0; slot < originCount; slot++) {
      const { block, row } = place(slot);
      writeSignCode(vectorAt(slot), origin, block.codes, row * wordsPerCode);
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
    blocks.length = Math.ceil(chunkIds.length / vectorsPerBlock);
  };

  const findCandidates = (query: Float32Array): readonly number[] => {
    const count = chunkIds.length;
    const wanted = Math.max(minCandidates, Math.ceil(count * candidateRatio));
    if (count <= wanted) return chunkIds.map((_, slot) => slot);
    const code = new Uint32Array(wordsPerCode);
    writeSignCode(query, origin, code, 0);
    const histogram = new Uint32Array(maxDistance + 1);
    blocks.forEach(({ codes, distances }, i) => {
      const rows = Math.min(vectorsPerBlock, count - i * vectorsPerBlock);
      computeHammingDistances(code, codes, rows, distances);
      for (let row = 0; row < rows; row++) incrementBucket(histogram, distances[row]);
    });
    const limit = findDistanceThreshold(histogram, wanted);
    const candidates: number[] = [];
    blocks.forEach(({ distances }, i) => {
      const rows = Math.min(vectorsPerBlock, count - i * vectorsPerBlock);
      for (let row = 0; row < rows; row++) {
        if ((distances[row] ?? maxDistance) <= limit) candidates.push(i * vectorsPerBlock + row);
      }
    });
    return candidates;
  };

  const match = (slot: number, query: Float32Array): VectorMatch => {
    const { block, row } = place(slot);
    return { chunkId: chunkIds[slot] ?? 0, cosine: dotProduct(query, block.vectors, row * embeddingDimensions) };
  };

  return {
    add(ids, vectors) {
      if (vectors.length !== ids.length * embeddingDimensions) {
        throw new Error(
          `${ids.length} chunks need ${ids.length * embeddingDimensions} numbers, not ${vectors.length}.`,
        );
      }
      ids.forEach((chunkId, i) => {
        const vector = vectors.subarray(i * embeddingDimensions, (i + 1) * embeddingDimensions);
        write(slots.get(chunkId) ?? chunkIds.length, chunkId, vector);
      });
      // Seldom enough that all moves together cost no more than adding each chunk twice.
      if (chunkIds.length > Math.max(minCandidates, 2 * originCount)) moveOrigin();
    },
    remove: (ids) => ids.forEach(forget),
    search(query, limit, extraIds = []) {
      const best = selectBestMatches(findCandidates(query), (slot) => match(slot, query), limit);
      const found = new Set(best.map(({ chunkId }) => chunkId));
      const others = extraIds.filter((chunkId) => !found.has(chunkId)).map((chunkId) => slots.get(chunkId));
      return [...best, ...others.filter((slot) => slot !== undefined).map((slot) => match(slot, query))];
    },
    size: () => chunkIds.length,
  };
}

function createVectorBlock(): VectorBlock {
  return {
    vectors: new Float32Array(vectorsPerBlock * embeddingDimensions),
    codes: new Uint32Array(vectorsPerBlock * wordsPerCode),
    distances: new Uint16Array(vectorsPerBlock),
  };
}

function incrementBucket(histogram: Uint32Array, distance = 0): void {
  histogram[distance] = (histogram[distance] ?? 0) + 1;
}

/** The distance within which the nearest `count` lie. */
function findDistanceThreshold(histogram: Uint32Array, count: number): number {
  let seen = 0;
  return histogram.findIndex((here) => (seen += here) >= count);
}

/** The best `limit` matches in order. Most candidates fall short of the worst of them and are only looked at. */
function selectBestMatches(
  slots: readonly number[],
  match: (slot: number) => VectorMatch,
  limit: number,
): VectorMatch[] {
  const best: VectorMatch[] = [];
  for (const slot of slots) {
    const candidate = match(slot);
    const last = best.at(-1);
    if (last && best.length >= limit && compareByCosine(candidate, last) >= 0) continue;
    best.splice(findInsertIndex(best, candidate), 0, candidate);
    if (best.length > limit) best.pop();
  }
  return best;
}

function findInsertIndex(best: readonly VectorMatch[], candidate: VectorMatch): number {
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareByCosine(candidate, best[middle] ?? candidate) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Ties go to the older chunk, so that the same question always has the same answer. */
function compareByCosine(a: VectorMatch, b: VectorMatch): number {
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
  for (let i = 0; i < embeddingDimensions; i += 4) {
    a += (query[i] ?? 0) * (rows[offset + i] ?? 0);
    b += (query[i + 1] ?? 0) * (rows[offset + i + 1] ?? 0);
    c += (query[i + 2] ?? 0) * (rows[offset + i + 2] ?? 0);
    d += (query[i + 3] ?? 0) * (rows[offset + i + 3] ?? 0);
  }
  return a + b + c + d;
}
