import { fileURLToPath } from 'node:url';
import { createEmbedder, type RuntimeChoice } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { prepareModel } from '../../electron/setup/embedding-model/prepare-model.ts';
import { readBenchCorpus, type BenchChunk } from './bench-corpus.ts';
import { printRows, type BenchRow } from './bench-row.ts';

const modelDir = fileURLToPath(new URL('../../dist/model', import.meta.url));
const minSpeedup = 4;

/** Compares the native runtime on one core to the WebAssembly runtime. */
export async function bench(): Promise<readonly BenchRow[]> {
  await prepareModel(modelDir);
  const chunks = readBenchCorpus(150);
  const one = await measureSpeed(chunks, 'onnx', 1);
  const portable = await measureSpeed(chunks.slice(0, 15), 'wasm', 1);
  return [
    {
      name: 'embedder on one core, against WebAssembly',
      measured: `${(one / portable).toFixed(1)} times: ${one.toFixed(0)} chunks/s to ${portable.toFixed(1)}`,
      target: `at least ${minSpeedup} times`,
      ok: one >= minSpeedup * portable,
    },
  ];
}

async function measureSpeed(chunks: readonly BenchChunk[], runtime: RuntimeChoice, threads: number): Promise<number> {
  const embedder = createEmbedder({ modelDir, runtime, threads });
  try {
    await embedder.embed([embedder.encode('Starts the worker and loads the model.')]);
    const start = performance.now();
    await embedder.embed(chunks.map(({ tokenIds }) => tokenIds));
    return (chunks.length / (performance.now() - start)) * 1000;
  } finally {
    await embedder.close();
  }
}

if (import.meta.filename === process.argv[1]) printRows(await bench());
