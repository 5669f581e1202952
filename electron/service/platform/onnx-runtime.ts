import type { InferenceSession } from 'onnxruntime-node';

export type OnnxRuntime = typeof import('onnxruntime-node');

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

/** Opens a graph. It is read from memory, so that it cannot refer to other files. */
export function openSession(
  { InferenceSession: Session }: OnnxRuntime,
  graph: Buffer,
  threads: number,
): Promise<InferenceSession> {
  return Session.create(graph, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Higher levels would fuse additions and normalizations into a slower kernel.
    graphOptimizationLevel: 'basic',
    // Errors are thrown anyway; logging them would print them twice.
    logSeverityLevel: 4,
    // Waiting threads must not use CPU time.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}
