import { embeddingDimensions } from '../../service/features/knowledge/embedding/model.ts';
import { firstWordId, wordDimensions } from '../../service/features/knowledge/embedding/word-vectors.ts';
import { quantizeRows, type WeightTensor } from './model-weights.ts';

const tableLimit = 127;
/** Every fourth row suffices to find the directions, and takes a quarter of the time. */
const sampleStep = 4;
const iterations = 12;

/**
 * Builds the table of word vectors: the input embeddings of the model's tokens, without their mean, projected on the directions in which
 * they differ most. Only with additions, products and square roots, so that every machine writes the same bytes.
 */
export function buildWordTable(read: (name: string) => WeightTensor): Uint8Array {
  const rows = centerRows(read('embeddings.word_embeddings.weight'));
  const directions = findDirections(rows);
  const projected = new Float32Array(rows.length * wordDimensions);
  rows.forEach((row, index) => {
    directions.forEach((direction, k) => (projected[index * wordDimensions + k] = multiply(row, direction)));
  });
  const { integers, scales } = quantizeRows({ shape: [rows.length, wordDimensions], values: projected }, tableLimit);
  return Buffer.concat([Buffer.from(scales.buffer), Buffer.from(integers.buffer)]);
}

/** Returns the embeddings of the words and word parts, without their mean. */
function centerRows({ shape: [count = 0], values }: WeightTensor): readonly Float64Array[] {
  const rows: Float64Array[] = [];
  const mean = new Float64Array(embeddingDimensions);
  for (let id = firstWordId; id < count; id++) {
    const row = Float64Array.from(values.subarray(id * embeddingDimensions, (id + 1) * embeddingDimensions));
    row.forEach((value, i) => (mean[i] = (mean[i] ?? 0) + value));
    rows.push(row);
  }
  for (const row of rows) row.forEach((value, i) => (row[i] = value - (mean[i] ?? 0) / rows.length));
  return rows;
}

/** Returns the main axes of the rows, by orthogonal iteration on their covariance. */
function findDirections(rows: readonly Float64Array[]): readonly Float64Array[] {
  const covariance = Array.from({ length: embeddingDimensions }, () => new Float64Array(embeddingDimensions));
  for (let index = 0; index < rows.length; index += sampleStep) {
    const row = rows[index] ?? new Float64Array(embeddingDimensions);
    row.forEach((value, i) => addScaled(covariance[i] ?? row, row, value));
  }
  // Any rows that differ enough from each other are a start.
  let directions = orthonormalize(rows.slice(0, wordDimensions));
  for (let iteration = 0; iteration < iterations; iteration++)
    directions = orthonormalize(
      directions.map((direction) => Float64Array.from(covariance, (row) => multiply(row, direction))),
    );
  return directions;
}

/** Returns vectors of unit length at right angles to each other, by the Gram-Schmidt process. */
function orthonormalize(vectors: readonly Float64Array[]): readonly Float64Array[] {
  const result: Float64Array[] = [];
  for (const vector of vectors) {
    const rest = Float64Array.from(vector);
    for (const earlier of result) addScaled(rest, earlier, -multiply(rest, earlier));
    const length = Math.sqrt(multiply(rest, rest));
    result.push(rest.map((value) => value / length));
  }
  return result;
}

function multiply(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function addScaled(target: Float64Array, source: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) + factor * (source[i] ?? 0);
}
