import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compareTokens } from '../../../electron/service/features/knowledge/answers/compare-tokens.ts';
import {
  createEmbedder,
  type EmbedWorkerData,
  type Embedder,
  type EmbedderOptions,
} from '../../../electron/service/features/knowledge/embedding/embedder.ts';
import { embeddingDimensions, modelFileName } from '../../../electron/service/features/knowledge/embedding/model.ts';
import { tokenDimensions, tokenRowSize } from '../../../electron/service/features/knowledge/embedding/token-rows.ts';
import { loadTokenizer } from '../../../electron/service/features/knowledge/tokenizer.ts';
import { prepareSharedModel } from './prepared-model.ts';

const sentences = [
  'The warranty covers the compressor for ten years.',
  'How long is the refrigerant pump guaranteed?',
  'Our office is closed on public holidays.',
  'Payments are due within thirty days of the invoice; late payments bear interest of five per cent a year.',
];
const tokenizer = loadTokenizer();
const tokens = sentences.map((text) => tokenizer.encode(text));
const longText = tokenizer.encode('A refund is paid to the card that was charged. '.repeat(40));

let modelDir: string;
/** Shared by the tests that do not end its worker. */
let embedder: Embedder;
let open: Embedder[] = [];

function openEmbedder(options: Partial<EmbedderOptions> = {}): Embedder {
  const opened = createEmbedder({ modelDir, threads: 1, ...options });
  open.push(opened);
  return opened;
}

/** Starts real workers and collects them. */
function observeWorkers(): { readonly workers: Worker[]; readonly startWorker: (data: EmbedWorkerData) => Worker } {
  const workers: Worker[] = [];
  const url = new URL('../../../electron/service/features/knowledge/embedding/embed-worker.ts', import.meta.url);
  return {
    workers,
    startWorker: (workerData) => {
      const worker = new Worker(url, { workerData });
      workers.push(worker);
      return worker;
    },
  };
}

function splitRows(vectors: Float32Array): Float32Array[] {
  return Array.from({ length: vectors.length / embeddingDimensions }, (_, i) =>
    vectors.subarray(i * embeddingDimensions, (i + 1) * embeddingDimensions),
  );
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) throw new Error('A vector is missing.');
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

beforeAll(async () => {
  modelDir = await prepareSharedModel();
  embedder = createEmbedder({ modelDir, threads: 1 });
});
afterEach(async () => {
  for (const opened of open) await opened.close();
  open = [];
});
afterAll(() => embedder.close());

describe('createEmbedder', () => {
  it('returns vectors of unit length that are closer for similar sentences', async () => {
    const rows = splitRows(await embedder.embed(tokens));
    expect(rows).toHaveLength(sentences.length);
    for (const row of rows) expect(dot(row, row)).toBeCloseTo(1, 5);
    expect(dot(rows[0], rows[1])).toBeGreaterThan(dot(rows[0], rows[2]) + 0.2);
  });

  it('returns the same vector for a text alone, with other texts, and in another worker', async () => {
    const together = splitRows(await embedder.embed([...tokens, longText]));
    for (const [i, ids] of tokens.entries()) expect(await embedder.embed([ids])).toEqual(together[i]);
    expect(await openEmbedder().embed([tokens[1] ?? []])).toEqual(together[1]);
  });

  it('returns a row for each token of a text, without the special ones', async () => {
    const [first, second] = await embedder.readTokens(tokens.slice(0, 2));
    expect(first).toHaveLength((tokens[0]?.length ?? 0) * tokenRowSize);
    for (const start of [0, tokenDimensions]) {
      const vector = first?.subarray(start, start + tokenDimensions);
      expect(dot(vector, vector)).toBeCloseTo(1, 4);
    }
    // The warranty of ten years answers how long the guarantee is, as far as tokens show; the office hours do not.
    const [hours] = await embedder.readTokens([tokens[2] ?? []]);
    if (!first || !second || !hours) throw new Error('A text has no tokens.');
    expect(compareTokens(second, first)).toBeGreaterThan(compareTokens(second, hours));
  });

  it('ignores tokens beyond the window of the model', async () => {
    expect(await embedder.embed([longText])).toEqual(await embedder.embed([longText.slice(0, 254)]));
  });

  it('accepts an empty list of texts and a text without tokens', async () => {
    expect(await embedder.embed([])).toHaveLength(0);
    expect(await embedder.embed([[]])).toHaveLength(embeddingDimensions);
  });

  it('embeds a query before the rest of a long ingest', async () => {
    await embedder.embed([longText]);
    const finished: string[] = [];
    const ingest = embedder.embed(Array.from({ length: 8 }, () => longText)).then(() => finished.push('ingest'));
    const query = embedder
      .embed([tokenizer.encode('Who pays?')], { priority: 'interactive' })
      .then(() => finished.push('query'));
    await Promise.all([ingest, query]);
    expect(finished).toEqual(['query', 'ingest']);
  });

  it('drops a job whose signal is aborted, and continues with the next one', async () => {
    const abort = new AbortController();
    const job = embedder.embed(
      Array.from({ length: 2000 }, () => longText),
      { signal: abort.signal },
    );
    abort.abort(new Error('The document was deleted.'));
    await expect(job).rejects.toThrow('The document was deleted.');
    await expect(embedder.embed(tokens, { signal: abort.signal })).rejects.toThrow('The document was deleted.');
    expect(await embedder.embed(tokens)).toHaveLength(tokens.length * embeddingDimensions);
  });

  it('fails only the job with an id outside the vocabulary', async () => {
    const [wrong, right] = await Promise.allSettled([embedder.embed([[99_999]]), embedder.embed(tokens)]);
    expect(wrong).toMatchObject({ status: 'rejected', reason: { cause: { message: expect.stringMatching(/\S/) } } });
    expect(right.status).toBe('fulfilled');
  });

  it('rejects pending jobs when its worker crashes, and starts another worker for the next job', async () => {
    const { workers, startWorker } = observeWorkers();
    const crashing = openEmbedder({ startWorker });
    await crashing.embed(tokens);
    // Ended while idle, before it can take the jobs: ending it inside native code can abort the whole process.
    const ended = workers[0]?.terminate();
    const jobs = [
      crashing.embed([longText]),
      crashing.embed([tokenizer.encode('Who pays?')], { priority: 'interactive' }),
    ];
    await ended;
    for (const result of await Promise.allSettled(jobs)) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: {
          message: 'The embedding worker stopped.',
          cause: { message: expect.stringContaining('The worker exited') },
        },
      });
    }
    expect(await crashing.embed(tokens)).toHaveLength(tokens.length * embeddingDimensions);
    expect(workers).toHaveLength(2);
  });

  it('does not restart a worker that keeps crashing', async () => {
    const { workers, startWorker } = observeWorkers();
    const crashing = openEmbedder({ startWorker, modelDir: join(modelDir, 'missing'), runtime: 'onnx' });
    for (let i = 0; i < 3; i++) await expect(crashing.embed(tokens)).rejects.toThrow('The embedding worker stopped.');
    await expect(crashing.embed(tokens)).rejects.toThrow('stopped 3 times in a row');
    expect(workers).toHaveLength(3);
  });

  it('rejects pending and later jobs when it is closed', async () => {
    const closing = openEmbedder();
    const job = closing.embed(tokens);
    await Promise.all([closing.close(), expect(job).rejects.toThrow('The embedder was closed.')]);
    await expect(closing.embed(tokens)).rejects.toThrow('The embedder was closed.');
  });
});

describe('a model file with another hash', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'model-'));
    await writeFile(join(folder, modelFileName), 'another model');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is rejected', async () => {
    const error: unknown = await openEmbedder({ modelDir: folder, runtime: 'onnx' })
      .embed(tokens)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ cause: { message: expect.stringContaining('is not the expected file') } });
  });
});

describe('the native library', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'home-'));
  });
  afterAll(() => rm(home, { recursive: true }));

  it.skipIf(process.platform === 'win32')('records no events for its vendor', () => {
    const module = new URL('../../../electron/service/features/knowledge/embedding/embedder.ts', import.meta.url).href;
    const script = `
      const { createEmbedder } = await import(${JSON.stringify(module)});
      const embedder = createEmbedder(${JSON.stringify({ modelDir, runtime: 'onnx', threads: 1 })});
      console.log((await embedder.embed([embedder.encode('Who pays?')])).length);
      await embedder.close();
    `;
    const { ORT_DISABLE_TELEMETRY: _, ...variables } = process.env;
    const env = { ...variables, HOME: home, XDG_CACHE_HOME: '' };
    const { stdout } = spawnSync(process.execPath, ['--eval', script], { env, encoding: 'utf8' });
    expect(stdout).toBe(`${embeddingDimensions}\n`);
    expect(readdirSync(home, { recursive: true })).toEqual([]);
  });
});

describe('the WebAssembly runtime', () => {
  it('needs no prepared model and returns vectors that are comparable with the native ones', async () => {
    const portable = openEmbedder({ runtime: 'wasm', modelDir: join(modelDir, 'missing') });
    const texts = [...tokens, longText.slice(0, 254)];
    const [left, right] = (await Promise.all([embedder.embed(texts), portable.embed(texts)])).map(splitRows);
    expect(portable.fingerprint).toBe(embedder.fingerprint);
    expect(await portable.readTokens(tokens.slice(0, 1))).toEqual([new Float32Array(0)]);
    for (const i of texts.keys()) {
      expect(dot(right?.[i], right?.[i])).toBeCloseTo(1, 5);
      expect(dot(left?.[i], right?.[i])).toBeGreaterThan(0.97);
    }
  });
});
