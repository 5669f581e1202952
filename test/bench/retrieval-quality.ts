import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createEmbedder } from '../../electron/service/knowledge/embedding/embedder.ts';
import { prepareModel } from '../../electron/service/knowledge/embedding/prepare-model.ts';
import type { RankedChunk } from '../../electron/service/knowledge/retrieval/fuse-scores.ts';
import { indexChunk } from '../../electron/service/knowledge/retrieval/lexical.ts';
import { LEXICAL_SCHEMA } from '../../electron/service/knowledge/retrieval/lexical-schema.ts';
import { searchChunks } from '../../electron/service/knowledge/retrieval/search.ts';
import { createVectorIndex } from '../../electron/service/knowledge/retrieval/vector-index.ts';
import type { BenchRow } from './bench-row.ts';

/** A passage that the questions may be about: a chunk of one of the demo's documents. */
export interface QualityChunk {
  /** The file's name. */
  readonly document: string;
  readonly text: string;
  /** As it is embedded, without special tokens. */
  readonly tokenIds: readonly number[];
}

interface Question {
  readonly question: string;
  readonly document: string;
  /** Words of the chunk that answers. */
  readonly passage: string;
}

/** Answers found first, of all questions: by both signals together, and by each alone. */
interface Recall {
  readonly fused: number;
  readonly dense: number;
  readonly lexical: number;
}

const MODEL_DIR = fileURLToPath(new URL('../../dist/model', import.meta.url));
const PARTITION = 'demo';

/** Asks every question of the two sets among all chunks of the demo's documents. */
export async function measureQuality(chunks: readonly QualityChunk[]): Promise<readonly BenchRow[]> {
  await prepareModel(MODEL_DIR);
  const embedder = createEmbedder({ modelDir: MODEL_DIR });
  const index = createVectorIndex();
  const db = new DatabaseSync(':memory:');
  try {
    db.exec(LEXICAL_SCHEMA);
    chunks.forEach(({ text }, chunkId) => indexChunk(db, chunkId, text));
    const vectors = await embedder.embed(chunks.map(({ tokenIds }) => tokenIds));
    index.add(PARTITION, [...chunks.keys()], vectors);
    const rank = (query: string): Promise<readonly RankedChunk[]> =>
      searchChunks({ db, embedder, index }, { partition: PARTITION, query, limit: chunks.length });
    const paraphrased = await measureRecall(readQuestions('paraphrased'), chunks, rank);
    const lexical = await measureRecall(readQuestions('lexical'), chunks, rank);
    return [makeRow('paraphrased', paraphrased, 0.88), makeRow('lexical', lexical, 0.93)];
  } finally {
    await embedder.close();
    await index.close();
    db.close();
  }
}

function readQuestions(name: string): readonly Question[] {
  // A fixture of this repository, in this shape.
  const path = new URL(`../fixtures/retrieval/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as readonly Question[];
}

async function measureRecall(
  questions: readonly Question[],
  chunks: readonly QualityChunk[],
  rank: (query: string) => Promise<readonly RankedChunk[]>,
): Promise<Recall> {
  const hits = { fused: 0, dense: 0, lexical: 0 };
  for (const { question, document, passage } of questions) {
    const right = new Set(chunks.flatMap((chunk, id) => (answers(chunk, document, passage) ? [id] : [])));
    if (right.size === 0) throw new Error(`No chunk of ${document} holds "${passage}".`);
    const ranked = await rank(question);
    for (const [signal, measure] of Object.entries({ fused: 'score', dense: 'dense', lexical: 'lexical' } as const)) {
      const best = ranked.toSorted((a, b) => b[measure] - a[measure])[0];
      if (best && right.has(best.chunkId)) hits[signal as keyof typeof hits] += 1;
    }
  }
  const share = (count: number): number => count / questions.length;
  return { fused: share(hits.fused), dense: share(hits.dense), lexical: share(hits.lexical) };
}

function answers(chunk: QualityChunk, document: string, passage: string): boolean {
  return chunk.document === document && collapseSpace(chunk.text).includes(collapseSpace(passage));
}

function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function makeRow(name: string, { fused, dense, lexical }: Recall, least: number): BenchRow {
  return {
    name: `recall@1 on ${name} questions`,
    measured: `${fused.toFixed(3)} (dense alone ${dense.toFixed(3)}, lexical alone ${lexical.toFixed(3)})`,
    target: `at least ${least}, and better than either alone`,
    ok: fused >= least && fused > Math.max(dense, lexical),
  };
}
