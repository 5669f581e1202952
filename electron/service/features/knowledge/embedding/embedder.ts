// Public: other features may import this file.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl, type WorkerPriority } from '../../../platform/workers/worker-protocol.ts';
import { toRequestError, WorkerClient } from '../../../platform/workers/worker-client.ts';
import { clsId, loadTokenizer, maxTextTokens, sepId, type Tokenizer } from '../tokenizer.ts';
import { embeddingDimensions, modelFingerprint } from './model.ts';
import type { TokenRows } from './token-rows.ts';
import { createWordVectors, type WordVectors } from './word-vectors.ts';

/** Turns texts into vectors of unit length. The dot product of two vectors is their cosine. */
export type Embedder = {
  /** Stored with each vector. Vectors with different fingerprints must not be compared. */
  readonly fingerprint: string;
  readonly dimensions: typeof embeddingDimensions;
  /**
   * Embeds texts given as token ids without special tokens and returns their vectors, concatenated. Tokens beyond the
   * model's window are ignored. Interactive requests run first. Requests with different lanes, such as two documents, take turns
   * text by text. Rejects with the signal's
   * reason when it is aborted.
   */
  readonly embed: (
    tokenIds: readonly (readonly number[])[],
    options?: { readonly signal?: AbortSignal; readonly priority?: WorkerPriority; readonly lane?: string },
  ) => Promise<Float32Array>;
  /**
   * Returns the rows of each text's tokens (token-rows.ts). They are empty without the native runtime, whose graph computes them.
   * Interactive.
   */
  readonly readTokens: (tokenIds: readonly (readonly number[])[]) => Promise<readonly TokenRows[]>;
  /** Splits a text into the tokens of the model. */
  readonly encode: (text: string) => readonly number[];
  /** Returns the vector of a single word, at once. It cannot be compared with the vectors of texts. */
  readonly wordVector: WordVectors;
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

/** After this many crashes without a finished job, the worker is not restarted. */
const maxConsecutiveCrashes = 3;

/** A worker that has not exited after this time is terminated. */
const closeTimeoutMs = 5_000;

/** Creates an embedder. Its worker starts with the first text, and restarts with the next text after a crash. */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const {
    modelDir,
    runtime = 'automatic',
    threads = getDefaultThreadCount(),
    startWorker = startEmbedWorker,
  } = options;
  // Otherwise the native library sends events to its vendor, on Linux and macOS. It reads the variables of the process, of which
  // a worker thread has a copy.
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  const client = new WorkerClient<EmbedProtocol>({
    label: 'embedding worker',
    startWorker: () => startWorker({ modelDir, runtime, threads }),
    maxConsecutiveCrashes,
    closeTimeoutMs, // terminating the worker inside the native library would crash the whole process
    toError: (failure) => new Error('A text could not be embedded.', { cause: toRequestError(failure) }),
  });

  const embed: Embedder['embed'] = async (tokenIds, embedOptions) => {
    embedOptions?.signal?.throwIfAborted();
    if (tokenIds.length === 0) return new Float32Array(0);
    const { ids, lengths } = addSpecialTokens(tokenIds);
    const transfer = [ids.buffer, lengths.buffer];
    return client.request('embed', { tokenIds: ids, lengths }, { ...embedOptions, transfer });
  };

  const readTokens: Embedder['readTokens'] = async (tokenIds) => {
    if (tokenIds.length === 0) return [];
    const { ids, lengths } = addSpecialTokens(tokenIds);
    return client.request(
      'readTokens',
      { tokenIds: ids, lengths },
      { priority: 'interactive', transfer: [ids.buffer, lengths.buffer] },
    );
  };

  // Loaded with the first text, so that it does not delay the start.
  let tokenizer: Tokenizer | undefined;
  const encode: Embedder['encode'] = (text) => {
    tokenizer ??= loadTokenizer();
    return tokenizer.encode(text);
  };

  return {
    fingerprint: modelFingerprint,
    dimensions: embeddingDimensions,
    embed,
    readTokens,
    encode,
    wordVector: createWordVectors(modelDir, encode),
    close: () => client.close(new Error('The embedder was closed.')),
  };
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

/** Computes what is known of one text, given as token ids with special tokens. */
export type EmbeddingRuntime = {
  /** Returns its vector: 384 numbers of unit length. */
  readonly embedText: (tokenIds: Int32Array) => Promise<Float32Array>;
  /** Returns the rows of its tokens, special tokens included; null if the runtime cannot compute them. */
  readonly readTokens: ((tokenIds: Int32Array) => Promise<TokenRows>) | null;
};

/** The engine that computes vectors. `automatic` uses the native one if its binary is installed, otherwise WebAssembly. */
export type RuntimeChoice = 'automatic' | 'onnx' | 'wasm';

/** Start parameters of the embedding worker. */
export type EmbedWorkerData = {
  readonly modelDir: string;
  readonly runtime: RuntimeChoice;
  readonly threads: number;
};

/** Requests to the embedding worker. */
export type EmbedProtocol = {
  readonly embed: {
    /** `tokenIds` concatenates all texts, special tokens included. */
    readonly input: { readonly tokenIds: Int32Array; readonly lengths: Int32Array };
    readonly result: Float32Array;
  };
  readonly readTokens: {
    readonly input: { readonly tokenIds: Int32Array; readonly lengths: Int32Array };
    readonly result: readonly TokenRows[];
  };
};
