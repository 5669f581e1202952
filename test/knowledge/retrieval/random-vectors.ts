import { embeddingDimensions } from '../../../electron/service/features/knowledge/embedding/model.ts';

/** Generates rows of unit length from a seed, clustered around a few directions like texts on a few subjects. */
export function makeVectors(count: number, seed = 1): Float32Array<ArrayBuffer> {
  const random = makeRandom(seed);
  const centres = Array.from({ length: 8 }, () => Array.from({ length: embeddingDimensions }, () => random() - 0.5));
  const vectors = new Float32Array(count * embeddingDimensions);
  for (let row = 0; row < count; row++) {
    const centre = centres[row % centres.length] ?? [];
    const values = centre.map((value) => value + 1.5 * (random() - 0.5));
    const length = Math.hypot(...values);
    vectors.set(
      values.map((value) => value / length),
      row * embeddingDimensions,
    );
  }
  return vectors;
}

export function rowOf(vectors: Float32Array, row: number): Float32Array<ArrayBuffer> {
  return vectors.slice(row * embeddingDimensions, (row + 1) * embeddingDimensions) as Float32Array<ArrayBuffer>;
}

/** A linear congruential generator with the constants of Numerical Recipes. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
