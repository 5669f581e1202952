import { fileURLToPath } from 'node:url';
import type { RuntimeChoice } from '../../electron/service/features/knowledge/embedding/embed-protocol.ts';
import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { prepareModel } from '../../electron/service/features/knowledge/embedding/prepare-model.ts';
import { readBenchCorpus } from './bench-corpus.ts';
import type { BenchChunk } from './bench-corpus.ts';
import { printRows } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const MODEL_DIR = fileURLToPath(new URL('../../dist/model', import.meta.url));
const LEAST_SPEEDUP = 4;

/** The native runtime on one core, against the WebAssembly one in the same run. */
export async function bench(): Promise<readonly BenchRow[]> {
  await prepareModel(MODEL_DIR);
  const chunks = readBenchCorpus(150);
  const one = await measureSpeed(chunks, 'onnx', 1);
  const portable = await measureSpeed(chunks.slice(0, 15), 'wasm', 1);
  return [
    {
      name: 'embedder on one core, against WebAssembly',
      measured: `${(one / portable).toFixed(1)} times: ${one.toFixed(0)} chunks/s to ${portable.toFixed(1)}`,
      target: `at least ${LEAST_SPEEDUP} times`,
      ok: one >= LEAST_SPEEDUP * portable,
    },
  ];
}

async function measureSpeed(chunks: readonly BenchChunk[], runtime: RuntimeChoice, threads: number): Promise<number> {
  const embedder = createEmbedder({ modelDir: MODEL_DIR, runtime, threads });
  try {
    await embedder.embedQuery('Starts the worker and loads the model.');
    const start = performance.now();
    await embedder.embed(chunks.map(({ tokenIds }) => tokenIds));
    return (chunks.length / (performance.now() - start)) * 1000;
  } finally {
    await embedder.close();
  }
}

if (import.meta.filename === process.argv[1]) printRows(await bench());
