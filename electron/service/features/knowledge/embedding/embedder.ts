import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/resolve-worker-url.ts';
import { clsId, loadTokenizer, maxTextTokens, sepId } from '../tokenizer.ts';
import type { EmbedPriority, EmbedReply, EmbedRequest, EmbedWorkerData, RuntimeChoice } from './embed-protocol.ts';
import { embeddingDimensions, modelFingerprint } from './model.ts';

/** Turns texts into vectors of unit length, whose dot product is their cosine. */
export interface Embedder {
  /** Stored with each vector; vectors of different fingerprints must not be compared. */
  readonly fingerprint: string;
  readonly dimensions: typeof embeddingDimensions;
  /**
   * The vectors of texts given as token ids without special tokens (what exceeds the model's window is left out), one
   * after another. Queries overtake what is being ingested. Rejects with the signal's reason when it is aborted.
   */
  readonly embed: (
    tokenIds: readonly (readonly number[])[],
    options?: { readonly signal?: AbortSignal; readonly priority?: EmbedPriority },
  ) => Promise<Float32Array>;
  /** The vector of a question, ahead of everything else. */
  readonly embedQuery: (text: string, options?: { readonly signal?: AbortSignal }) => Promise<Float32Array>;
  /** Stops the worker; what waits is rejected. */
  readonly close: () => Promise<void>;
}

export interface EmbedderOptions {
  /** The folder that `prepare-model` wrote to. */
  readonly modelDir: string;
  readonly runtime?: RuntimeChoice;
  /** Of the native runtime; by default all cores but one, up to four, as more gain little on texts of this length. */
  readonly threads?: number;
  /** Starts the worker's thread; tests watch it through this. */
  readonly startWorker?: (data: EmbedWorkerData) => Worker;
}

interface PendingJob {
  readonly resolve: (vectors: Float32Array) => void;
  readonly reject: (reason: unknown) => void;
}

/** A worker that stops so often without finishing anything will not do better the next time. */
const maxConsecutiveCrashes = 3;

/** Makes an embedder. Its worker starts with the first text, and again after a crash with the next one. */
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
  let crashesInARow = 0;
  let lastCrash: unknown;
  let isClosed = false;

  const start = (): Worker => {
    const started = startWorker({ modelDir, runtime, threads });
    let cause: unknown;
    started.on('message', (reply: EmbedReply) => settle(reply));
    started.on('error', (error) => (cause = error));
    started.on('exit', (code) => {
      if (worker !== started) return;
      worker = undefined;
      crashesInARow += 1;
      lastCrash = cause ?? new Error(`The worker exited with code ${code}.`);
      rejectAll(new Error('The embedding worker stopped.', { cause: lastCrash }));
    });
    return started;
  };

  const settle = (reply: EmbedReply): void => {
    const job = pending.get(reply.jobId);
    if (!job) return;
    forget(reply.jobId);
    if (reply.kind === 'embedded') {
      crashesInARow = 0;
      job.resolve(reply.vectors);
    } else {
      job.reject(new Error('A text could not be embedded.', { cause: reply.error }));
    }
  };

  const forget = (jobId: number): void => {
    pending.delete(jobId);
    // An idle worker does not keep the process alive.
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
    if (crashesInARow >= maxConsecutiveCrashes) {
      throw new Error(`The embedding worker stopped ${crashesInARow} times in a row.`, { cause: lastCrash });
    }
    worker ??= start();
    worker.ref();
    const jobId = ++lastJobId;
    const { ids, lengths } = addSpecialTokens(tokenIds);
    let cancel: (() => void) | undefined;
    try {
      return await new Promise<Float32Array>((resolve, reject) => {
        pending.set(jobId, { resolve, reject });
        cancel = () => {
          forget(jobId);
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
      const stopping = worker;
      worker = undefined;
      rejectAll(new Error('The embedder was closed.'));
      if (stopping) await stopWorker(stopping);
    },
  };
}

/** A run that has gone on for so long will not end by itself. */
const stopTimeoutMs = 5_000;

/** Lets the run that is under way end: the native library ends the whole process when it is torn out of one. */
async function stopWorker(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit');
  worker.postMessage({ kind: 'close' } satisfies EmbedRequest);
  const impatience = setTimeout(() => void worker.terminate(), stopTimeoutMs);
  await exited;
  clearTimeout(impatience);
}

function startEmbedWorker(workerData: EmbedWorkerData): Worker {
  return new Worker(resolveWorkerUrl('embed-worker', import.meta.url), { workerData, name: 'embed' });
}

function getDefaultThreadCount(): number {
  return Math.max(1, Math.min(4, availableParallelism() - 1));
}

/** Puts each text between the model's special tokens, and all of them one after another. */
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
