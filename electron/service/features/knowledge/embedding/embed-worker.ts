import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { serveRequests, TransferredResult } from '../../../platform/workers/serve-requests.ts';
import type { EmbeddingRuntime, EmbedProtocol, EmbedWorkerData } from './embedder.ts';
import { embeddingDimensions, readVerifiedFile, modelFileName, modelSha256 } from './model.ts';
import { loadOnnxRuntime, openSession, type OnnxRuntime } from '../../../platform/onnx-runtime.ts';

// Untyped by Node; only embedder.ts starts this worker.
const { modelDir, runtime: runtimeChoice, threads } = workerData as EmbedWorkerData;
const embedText = await createRuntime();

serveRequests<EmbedProtocol>({
  embed: async function* ({ tokenIds, lengths }) {
    const vectors = new Float32Array(lengths.length * embeddingDimensions);
    let tokenOffset = 0;
    for (const [index, length] of lengths.entries()) {
      if (index > 0) yield;
      const vector = await embedText(tokenIds.subarray(tokenOffset, tokenOffset + length));
      vectors.set(vector, index * embeddingDimensions);
      tokenOffset += length;
    }
    return new TransferredResult(vectors, [vectors.buffer]);
  },
});

async function createRuntime(): Promise<EmbeddingRuntime> {
  if (runtimeChoice === 'wasm') return loadWasmRuntime();
  const onnxRuntime = await loadOnnxRuntime();
  if (onnxRuntime) return createOnnxRuntime(onnxRuntime);
  if (runtimeChoice === 'onnx') throw new Error('onnxruntime-node has no binary for this system.');
  return loadWasmRuntime();
}

/** Imported late: it is not installed on systems that do not need it. */
async function loadWasmRuntime(): Promise<EmbeddingRuntime> {
  const { createWasmRuntime } = await import('./wasm-runtime.ts');
  return createWasmRuntime();
}

/** Loads the prepared graph after verifying its hash. */
async function createOnnxRuntime(library: OnnxRuntime): Promise<EmbeddingRuntime> {
  const graph = await readVerifiedFile(join(modelDir, modelFileName), modelSha256);
  const session = await openSession(library, graph, threads);
  return async (tokenIds) => {
    const input = new library.Tensor('int64', BigInt64Array.from(tokenIds, BigInt), [1, tokenIds.length]);
    const { embedding } = await session.run({ input_ids: input });
    if (!(embedding?.data instanceof Float32Array)) throw new Error('The model returned no vector.');
    return embedding.data;
  };
}
