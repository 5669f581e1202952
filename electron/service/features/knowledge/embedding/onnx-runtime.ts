import { join } from 'node:path';
import { readVerifiedFile } from './file-hash.ts';
import { modelFileName, modelSha256 } from './model.ts';
import type { EmbeddingRuntime } from './embed-protocol.ts';

type OnnxRuntime = typeof import('onnxruntime-node');

/** Loads the native library. Returns undefined if it has no binary for this system. */
export async function loadOnnxRuntime(): Promise<OnnxRuntime | undefined> {
  try {
    const library = await import('onnxruntime-node');
    return library.default ?? library;
  } catch (error) {
    if (error instanceof Error && 'code' in error && isMissingBinary(error.code)) return undefined;
    throw error;
  }
}

function isMissingBinary(code: unknown): boolean {
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED';
}

/** Loads the prepared graph after verifying its hash. */
export async function createOnnxRuntime(
  { InferenceSession, Tensor }: OnnxRuntime,
  modelDir: string,
  threads: number,
): Promise<EmbeddingRuntime> {
  const graph = await readVerifiedFile(join(modelDir, modelFileName), modelSha256);
  const session = await InferenceSession.create(graph, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Higher levels would fuse additions and normalizations into a slower kernel.
    graphOptimizationLevel: 'basic',
    // Errors are thrown anyway; logging them would print them twice.
    logSeverityLevel: 4,
    // Waiting threads must not use CPU time.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  return async (tokenIds) => {
    const input = new Tensor('int64', BigInt64Array.from(tokenIds, BigInt), [1, tokenIds.length]);
    const { embedding } = await session.run({ input_ids: input });
    if (!(embedding?.data instanceof Float32Array)) throw new Error('The model returned no vector.');
    return embedding.data;
  };
}
