import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { serveRequests, TransferredResult } from '../../../platform/workers/serve-requests.ts';
import type { EmbeddingRuntime, EmbedProtocol, EmbedWorkerData } from './embedder.ts';
import { embeddingDimensions, readVerifiedFile, modelFileName, modelSha256 } from './model.ts';
import { tokenRowSize, type TokenRows } from './token-rows.ts';
import { loadOnnxRuntime, openSession, type OnnxRuntime } from '../../../platform/onnx-runtime.ts';

// Untyped by Node; only embedder.ts starts this worker.
const { modelDir, runtime: runtimeChoice, threads } = workerData as EmbedWorkerData;
const model = await createRuntime();

serveRequests<EmbedProtocol>({
  embed: async function* ({ tokenIds, lengths }) {
    const vectors = new Float32Array(lengths.length * embeddingDimensions);
    for (const [index, ids] of splitTexts(tokenIds, lengths).entries()) {
      if (index > 0) yield;
      vectors.set(await model.embedText(ids), index * embeddingDimensions);
    }
    return new TransferredResult(vectors, [vectors.buffer]);
  },
  readTokens: async function* ({ tokenIds, lengths }) {
    const texts: TokenRows[] = [];
    for (const [index, ids] of splitTexts(tokenIds, lengths).entries()) {
      if (index > 0) yield;
      const rows = (await model.readTokens?.(ids)) ?? new Float32Array(0);
      texts.push(rows.slice(tokenRowSize, -tokenRowSize)); // without the special tokens at both ends
    }
    return texts;
  },
});

function splitTexts(tokenIds: Int32Array, lengths: Int32Array): readonly Int32Array[] {
  let offset = 0;
  return Array.from(lengths, (length) => {
    offset += length;
    return tokenIds.subarray(offset - length, offset);
  });
}

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
  const run = async (tokenIds: Int32Array, output: 'embedding' | 'tokens'): Promise<Float32Array> => {
    const input = new library.Tensor('int64', BigInt64Array.from(tokenIds, BigInt), [1, tokenIds.length]);
    const { [output]: result } = await session.run({ input_ids: input }, [output]);
    if (!(result?.data instanceof Float32Array)) throw new Error(`The model returned no ${output}.`);
    return result.data;
  };
  return {
    embedText: (tokenIds) => run(tokenIds, 'embedding'),
    readTokens: (tokenIds) => run(tokenIds, 'tokens'),
  };
}
