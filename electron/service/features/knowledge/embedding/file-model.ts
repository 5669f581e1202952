import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl, type WorkerFailure } from '../../../platform/workers/worker-protocol.ts';
import { WorkerClient } from '../../../platform/workers/worker-client.ts';
import type { FileModelOptions } from './open-file-model.ts';
import { SearchModelError, type EmbedTextsOptions } from './text-embedder.ts';

/** Requests to the worker of an ONNX file. The vectors are concatenated. */
export type FileModelProtocol = {
  readonly embed: { readonly input: readonly string[]; readonly result: Float32Array };
};

export type FileModelClient = {
  readonly embed: (texts: readonly string[], options?: Omit<EmbedTextsOptions, 'role'>) => Promise<Float32Array>;
  readonly close: () => Promise<void>;
};

const maxConsecutiveCrashes = 3;
/** Terminating the worker inside the native library would crash the whole process. */
const closeTimeoutMs = 30_000;

/** Runs an ONNX file in a thread, which starts with the first text. */
export function createFileModelClient(options: Omit<FileModelOptions, 'threads'>): FileModelClient {
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  const client = new WorkerClient<FileModelProtocol>({
    label: 'search model',
    startWorker: () =>
      new Worker(resolveWorkerUrl('file-model-worker', import.meta.url), {
        workerData: { ...options, threads },
        name: 'search-model',
      }),
    maxConsecutiveCrashes,
    closeTimeoutMs,
    toError: createFailure,
  });
  return {
    embed: async (texts, embedOptions) => {
      try {
        return await client.request('embed', texts, embedOptions);
      } catch (error) {
        embedOptions?.signal?.throwIfAborted();
        throw error instanceof SearchModelError ? error : createFailure(error);
      }
    },
    close: () => client.close(new Error('The search model was closed.')),
  };
}

/** The worker returns the message of a SearchModelError together with its fix. */
function createFailure(failure: unknown): SearchModelError {
  const { name, message } = failure instanceof Error ? failure : (failure as WorkerFailure); // the other parameter of toError
  const [sentence, fix] = message.split('\n');
  if (name === 'SearchModelError' && sentence !== undefined && fix !== undefined)
    return new SearchModelError(sentence, fix);
  return new SearchModelError('The search model stopped.', 'Choose another file, or return to the built-in model.', {
    cause: failure,
  });
}
