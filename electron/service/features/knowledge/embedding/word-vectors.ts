// Public: other features may import this file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyBytes } from './model.ts';

/** Written by `prepare-model`, beside the graph. */
export const wordTableFileName = 'word-vectors.bin';

/** SHA-256 of the table. */
export const wordTableSha256 = '9a76711593bcfa8eaeb48ff22d502e4af010f91e9dec1537cf7cbd92801d2aa8';

/** Numbers of a word vector. */
export const wordDimensions = 96;

/** The id of the first word of the model's vocabulary, which lists its words from the most to the least frequent ones. */
export const firstWordId = 1_996;

/** Vectors of unit length for single words: related words have a high product. Zero for a word without known parts. */
export type WordVectors = (word: string) => Float32Array;

const maxCachedWords = 20_000;

/** Returns the vectors of words. The table is read with the first word, so that it does not delay the start. */
export function createWordVectors(modelDir: string, encode: (text: string) => readonly number[]): WordVectors {
  let table: WordTable | undefined;
  const cache = new Map<string, Float32Array>();
  return (word) => {
    const cached = cache.get(word);
    if (cached) return cached;
    table ??= readWordTable(modelDir);
    const vector = new Float32Array(wordDimensions);
    for (const id of encode(word)) addRow(vector, table, id - firstWordId);
    normalize(vector);
    if (cache.size >= maxCachedWords) cache.clear();
    cache.set(word, vector);
    return vector;
  };
}

type WordTable = {
  /** One scale for each row. */
  readonly scales: Float32Array;
  readonly integers: Int8Array;
};

function readWordTable(modelDir: string): WordTable {
  const path = join(modelDir, wordTableFileName);
  const bytes = verifyBytes(path, readFileSync(path), wordTableSha256);
  const { buffer } = Uint8Array.from(bytes);
  const count = buffer.byteLength / (wordDimensions + Float32Array.BYTES_PER_ELEMENT);
  return {
    scales: new Float32Array(buffer, 0, count),
    integers: new Int8Array(buffer, count * Float32Array.BYTES_PER_ELEMENT),
  };
}

function addRow(vector: Float32Array, { scales, integers }: WordTable, row: number): void {
  const scale = scales[row];
  if (scale === undefined) return;
  for (let i = 0; i < wordDimensions; i++)
    vector[i] = (vector[i] ?? 0) + scale * (integers[row * wordDimensions + i] ?? 0);
}

function normalize(vector: Float32Array): void {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (length > 0) vector.forEach((value, i) => (vector[i] = value / length));
}
