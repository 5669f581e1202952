import { fileURLToPath } from 'node:url';
import { createEmbedder, type Embedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { embeddingDimensions } from '../../electron/service/features/knowledge/embedding/model.ts';
import { createBuiltInModel } from '../../electron/service/features/knowledge/embedding/text-embedder.ts';
import { prepareModel } from '../../electron/setup/embedding-model/prepare-model.ts';
import { addChunkText, openLexicalDatabase } from '../helpers/service/lexical-database.ts';
import { searchChunks } from '../../electron/service/features/knowledge/retrieval/search-chunks.ts';
import { createVectorIndex } from '../../electron/service/features/knowledge/retrieval/vector-index.ts';
import { readBenchCorpus, type BenchChunk } from './bench-corpus.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

const modelDir = fileURLToPath(new URL('../../dist/model', import.meta.url));
const embeddedChunkCount = 2_500;
const sliceSize = 1_000;
const minRecall = 0.98;
const partition = 'bench';

const questions = [
  'How do I read a file line by line?',
  'Which options does the parser accept?',
  'What happens when a stream is destroyed before it ends?',
  'How can I install the package?',
  'Is there a way to compare two versions?',
  'How do I run the tests?',
  'convert a string to camel case',
  'Which browsers are supported?',
  'How is an error reported to the caller?',
  'match file names with a pattern',
  'What does the license allow?',
  'watch a folder for changes',
  'How do I set a timeout for a request?',
  'parse a date in a given format',
  'What is the default value of the encoding?',
  'How are colors printed on a terminal?',
  'How do I escape special characters in HTML?',
  'call a function only once',
  'Which events does the emitter fire?',
  'How can I contribute a change?',
];

/** Measures complete searches, including the embedding of the query, and the recall of the sign code search. */
export async function bench(): Promise<readonly BenchRow[]> {
  await prepareModel(modelDir);
  const embedder = createEmbedder({ modelDir });
  try {
    const chunks = readBenchCorpus(embeddedChunkCount);
    const vectors = await embedder.embed(chunks.map(({ tokenIds }) => tokenIds));
    const rows: BenchRow[] = [];
    for (const [count, maxMs] of [
      [10_000, 10],
      [100_000, 20],
    ] as const) {
      const { p50Ms, recall } = await measureSearch(embedder, chunks, extendVectors(vectors, count));
      rows.push({
        name: `search among ${count.toLocaleString('en')} chunks, p50 and recall@10`,
        measured: `${p50Ms.toFixed(1)} ms, ${recall.toFixed(3)}`,
        target: `under ${maxMs} ms, at least ${minRecall}`,
        ok: p50Ms < maxMs && recall >= minRecall,
      });
    }
    return rows;
  } finally {
    await embedder.close();
  }
}

async function measureSearch(
  embedder: Embedder,
  chunks: readonly BenchChunk[],
  vectors: Float32Array,
): Promise<{ readonly p50Ms: number; readonly recall: number }> {
  const count = vectors.length / embeddingDimensions;
  const index = createVectorIndex({ dimensions: embeddingDimensions });
  const db = openLexicalDatabase();
  try {
    db.execute('BEGIN');
    for (let i = 0; i < count; i++) addChunkText(db, i, chunks[i % chunks.length]?.text ?? '');
    db.execute('COMMIT');
    for (let i = 0; i < count; i += sliceSize) {
      const ids = Array.from({ length: Math.min(sliceSize, count - i) }, (_, j) => i + j);
      index.add(partition, ids, vectors.slice(i * embeddingDimensions, (i + ids.length) * embeddingDimensions));
    }

    let found = 0;
    for (const question of questions) {
      const query = await embedder.embed([embedder.encode(question)]);
      const nearest = new Set(rankExactly(vectors, query).slice(0, 10));
      const matches = await index.search(partition, query, 10);
      found += matches.filter(({ chunkId }) => nearest.has(chunkId)).length;
    }

    const durationsMs: number[] = [];
    for (let round = 0; round < 4; round++) {
      for (const query of questions) {
        const start = performance.now();
        await searchChunks({ db, model: createBuiltInModel(embedder), index }, { partition, query, limit: 10 });
        // The first round warms the caches.
        if (round > 0) durationsMs.push(performance.now() - start);
      }
    }
    const p50Ms = findMedian(durationsMs);
    return { p50Ms, recall: found / (10 * questions.length) };
  } finally {
    await index.close();
    db.close();
  }
}

function rankExactly(vectors: Float32Array, query: Float32Array): readonly number[] {
  const cosines = new Float64Array(vectors.length / embeddingDimensions);
  for (let row = 0, offset = 0; row < cosines.length; row++) {
    let cosine = 0;
    for (let i = 0; i < embeddingDimensions; i++) cosine += (query[i] ?? 0) * (vectors[offset++] ?? 0);
    cosines[row] = cosine;
  }
  const rows = Array.from(cosines, (_, row) => row);
  return rows.toSorted((a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0) || a - b);
}

/**
 * Extends the vectors of real chunks to `count` with mixtures of two of them and some noise, because embedding 100,000
 * chunks takes half an hour.
 */
function extendVectors(real: Float32Array, count: number): Float32Array {
  const realCount = real.length / embeddingDimensions;
  const random = createRandom(1);
  const vectors = new Float32Array(count * embeddingDimensions);
  vectors.set(real);
  for (let row = realCount; row < count; row++) {
    const main = (row % realCount) * embeddingDimensions;
    const other = Math.floor(random() * realCount) * embeddingDimensions;
    const vector = vectors.subarray(row * embeddingDimensions, (row + 1) * embeddingDimensions);
    for (let i = 0; i < embeddingDimensions; i++) {
      vector[i] = 0.7 * (real[main + i] ?? 0) + 0.3 * (real[other + i] ?? 0) + 0.03 * (random() - 0.5);
    }
    const length = Math.hypot(...vector);
    vector.forEach((value, i) => (vector[i] = value / length));
  }
  return vectors;
}

/** Creates a linear congruential generator with the constants of Numerical Recipes. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

if (import.meta.filename === process.argv[1]) printRows(await bench());
