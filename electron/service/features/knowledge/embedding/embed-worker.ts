import { workerData } from 'node:worker_threads';
import { serveRequests, TransferredResult } from '../../../platform/workers/serve-requests.ts';
import type { EmbeddingRuntime, EmbedProtocol, EmbedWorkerData } from './embed-protocol.ts';
import { embeddingDimensions } from './model.ts';
import { createOnnxRuntime, loadOnnxRuntime } from './onnx-runtime.ts';

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
  if (onnxRuntime) return createOnnxRuntime(onnxRuntime, modelDir, threads);
  if (runtimeChoice === 'onnx') throw new Error('onnxruntime-node has no binary for this system.');
  return loadWasmRuntime();
}

/** Imported late: it is not installed on systems that do not need it. */
async function loadWasmRuntime(): Promise<EmbeddingRuntime> {
  const { createWasmRuntime } = await import('./wasm-runtime.ts');
  return createWasmRuntime();
}
