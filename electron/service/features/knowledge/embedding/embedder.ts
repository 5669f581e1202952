import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/resolve-worker-url.ts';
import { clsId, loadTokenizer, maxTextTokens, sepId } from '../tokenizer.ts';
import type { EmbedPriority, EmbedReply, EmbedRequest, EmbedWorkerData, RuntimeChoice } from './embed-protocol.ts';
import { embeddingDimensions, modelFingerprint } from './model.ts';

/** Turns texts into vectors of unit length. The dot product of two vectors is their cosine. */
export type Embedder = {
  /** Stored with each vector. Vectors with different fingerprints must not be compared. */
  readonly fingerprint: string;
  readonly dimensions: typeof embeddingDimensions;
  /**
   * Embeds texts given as token ids without special tokens and returns their vectors, concatenated. Tokens beyond the
   * model's window are ignored. Queries run before documents. Rejects with the signal's reason when it is aborted.
   */
  readonly embed: (
    tokenIds: readonly (readonly number[])[],
    options?: { readonly signal?: AbortSignal; readonly priority?: EmbedPriority },
  ) => Promise<Float32Array>;
  /** Embeds a search query, before all pending documents. */
  readonly embedQuery: (text: string, options?: { readonly signal?: AbortSignal }) => Promise<Float32Array>;
  /** Stops the worker and rejects pending jobs. */
  readonly close: () => Promise<void>;
};

export type EmbedderOptions = {
  /** The output folder of `prepare-model`. */
  readonly modelDir: string;
  readonly runtime?: RuntimeChoice;
  /** Threads of the native runtime. Default: all cores but one, at most four. More gain little on texts of this length. */
  readonly threads?: number;
  /** Starts the worker thread. Tests use it to observe the worker. */
  readonly startWorker?: (data: EmbedWorkerData) => Worker;
};

type PendingJob = {
  readonly resolve: (vectors: Float32Array) => void;
  readonly reject: (reason: unknown) => void;
};

/** After this many crashes without a finished job, the worker is not restarted. */
const maxConsecutiveCrashes = 3;

/** Creates an embedder. Its worker starts with the first text, and restarts with the next text after a crash. */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const {
    modelDir,
    runtime = 'automatic',
    threads = getDefaultThreadCount(),
    startWorker = startEmbedWorker,
  } = options;
  const pending = new Map<number, PendingJob>();
  let worker: Worker | undefined;
  let lastJobId = 0;
  let consecutiveCrashes = 0;
  let lastCrash: unknown;
  let isClosed = false;

  const startNewWorker = (): Worker => {
    const started = startWorker({ modelDir, runtime, threads });
    let cause: unknown;
    started.on('message', (reply: EmbedReply) => settle(reply));
    started.on('error', (error) => (cause = error));
    started.on('exit', (code) => {
      if (worker !== started) return;
      worker = undefined;
      consecutiveCrashes += 1;
      lastCrash = cause ?? new Error(`The worker exited with code ${code}.`);
      rejectAll(new Error('The embedding worker stopped.', { cause: lastCrash }));
    });
    return started;
  };

  const settle = (reply: EmbedReply): void => {
    const job = pending.get(reply.jobId);
    if (!job) return;
    removePending(reply.jobId);
    if (reply.kind === 'embedded') {
      consecutiveCrashes = 0;
      job.resolve(reply.vectors);
    } else {
      job.reject(new Error('A text could not be embedded.', { cause: reply.error }));
    }
  };

  const removePending = (jobId: number): void => {
    pending.delete(jobId);
    // An idle worker must not keep the process alive.
    if (pending.size === 0) worker?.unref();
  };

  const rejectAll = (reason: Error): void => {
    const jobs = [...pending.values()];
    pending.clear();
    for (const job of jobs) job.reject(reason);
  };

  const send = (request: EmbedRequest, transfer: readonly ArrayBuffer[] = []): void => {
    worker?.postMessage(request, transfer);
  };

  const embed: Embedder['embed'] = async (tokenIds, { signal, priority = 'ingest' } = {}) => {
    signal?.throwIfAborted();
    if (isClosed) throw new Error('The embedder is closed.');
    if (tokenIds.length === 0) return new Float32Array(0);
    if (consecutiveCrashes >= maxConsecutiveCrashes) {
      throw new Error(`The embedding worker stopped ${consecutiveCrashes} times in a row.`, { cause: lastCrash });
    }
    worker ??= startNewWorker();
    worker.ref();
    const jobId = ++lastJobId;
    const { ids, lengths } = addSpecialTokens(tokenIds);
    let cancel: (() => void) | undefined;
    try {
      return await new Promise<Float32Array>((resolve, reject) => {
        pending.set(jobId, { resolve, reject });
        cancel = () => {
          removePending(jobId);
          send({ kind: 'cancel', jobId });
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', cancel, { once: true });
        send({ kind: 'embed', jobId, priority, tokenIds: ids, lengths }, [ids.buffer, lengths.buffer]);
      });
    } finally {
      if (cancel) signal?.removeEventListener('abort', cancel);
    }
  };

  return {
    fingerprint: modelFingerprint,
    dimensions: embeddingDimensions,
    embed,
    embedQuery: (text, { signal } = {}) =>
      embed([loadTokenizer().encode(text)], { priority: 'query', ...(signal && { signal }) }),
    close: async () => {
      isClosed = true;
      const stoppedWorker = worker;
      worker = undefined;
      rejectAll(new Error('The embedder was closed.'));
      if (stoppedWorker) await stopWorker(stoppedWorker);
    },
  };
}

/** A worker that has not exited after this time is terminated. */
const stopTimeoutMs = 5_000;

/** Stops the worker after its current text. Terminating it inside the native library would crash the whole process. */
async function stopWorker(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit');
  worker.postMessage({ kind: 'close' } satisfies EmbedRequest);
  const timeout = setTimeout(() => void worker.terminate(), stopTimeoutMs);
  await exited;
  clearTimeout(timeout);
}

function startEmbedWorker(workerData: EmbedWorkerData): Worker {
  return new Worker(resolveWorkerUrl('embed-worker', import.meta.url), { workerData, name: 'embed' });
}

function getDefaultThreadCount(): number {
  return Math.max(1, Math.min(4, availableParallelism() - 1));
}

/** Wraps each text in the model's special tokens and concatenates all texts. */
function addSpecialTokens(texts: readonly (readonly number[])[]): {
  readonly ids: Int32Array<ArrayBuffer>;
  readonly lengths: Int32Array<ArrayBuffer>;
} {
  const lengths = Int32Array.from(texts, (text) => Math.min(text.length, maxTextTokens) + 2);
  const ids = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
  let offset = 0;
  texts.forEach((text, i) => {
    const length = lengths[i] ?? 0;
    ids[offset] = clsId;
    ids.set(text.slice(0, maxTextTokens), offset + 1);
    ids[offset + length - 1] = sepId;
    offset += length;
  });
  return { ids, lengths };
}
