import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { PendingReplies } from '../../../../shared/calls/pending-replies.ts';
import type { WorkerFailure, WorkerMessage, WorkerPriority, WorkerProtocol, WorkerReply } from './worker-protocol.ts';

export type WorkerClientOptions = {
  /** The worker's name in error messages: "The embedding worker stopped." */
  readonly label: string;
  readonly startWorker: () => Worker;
  /** After this many crashes with no successful reply between them, the worker is not started again. Default: no limit. */
  readonly maxConsecutiveCrashes?: number;
  /** A worker with no pending request is terminated after this time. Default: never. */
  readonly idleTimeoutMs?: number;
  /** Returns true while the worker holds state that must survive an idle timeout. */
  readonly isInUse?: () => boolean;
  /** On close, lets the worker finish its current step, for at most this time. Default: it is terminated at once. */
  readonly closeTimeoutMs?: number;
  /** Called after a crash, when the pending requests have been rejected with the same error. */
  readonly onCrash?: (error: Error) => void;
  /** Converts an error that the worker returned for a request. */
  readonly toError?: (failure: WorkerFailure) => Error;
};

type PostOptions = {
  /** Default: batch. */
  readonly priority?: WorkerPriority;
  /** Requests of one lane run in their order; lanes take turns. Default: one lane for all. */
  readonly lane?: string;
  /** Buffers that are moved to the worker instead of copied. */
  readonly transfer?: readonly ArrayBuffer[];
};

type RequestOptions<Progress = unknown> = PostOptions & {
  /** Cancels the request; its promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with each progress that the worker reports. */
  readonly onProgress?: (progress: Progress) => void;
};

/**
 * Sends requests to one worker thread, which answers them with `serveRequests`. The thread starts with the first request,
 * and again with the next request after a crash or an idle timeout. Without pending requests it does not keep the process
 * alive.
 */
export class WorkerClient<Protocol extends WorkerProtocol> {
  readonly #options: WorkerClientOptions;
  readonly #pending = new PendingReplies<unknown>();
  /** By the id of the request. */
  readonly #progressListeners = new Map<number, (progress: unknown) => void>();
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #consecutiveCrashes = 0;
  #lastCrashCause: unknown;
  #closeReason: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  /** Starts the worker ahead of the first request. Throws like `request`. */
  start(): void {
    this.#requireWorker();
  }

  /**
   * Rejects with the converted error if the request fails, and with "The … stopped." if the worker crashes. After `close`,
   * rejects with its reason.
   */
  async request<Kind extends keyof Protocol & string>(
    kind: Kind,
    input: Protocol[Kind]['input'],
    { signal, onProgress, transfer, ...options }: RequestOptions<Protocol[Kind]['progress']> = {},
  ): Promise<Protocol[Kind]['result']> {
    signal?.throwIfAborted();
    const worker = this.#requireWorker();
    const { id, reply } = this.#pending.add((requestId) => {
      postMessage(worker, toRequest(kind, input, options, requestId), transfer);
    });
    worker.ref();
    const cancel = () => {
      if (!this.#pending.reject(id, signal?.reason)) return;
      postMessage(worker, { type: 'cancel', id });
      this.#releaseIfIdle();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    if (onProgress) this.#progressListeners.set(id, onProgress);
    try {
      // serveRequests answers each kind of request with its own kind of result.
      return (await reply) as Protocol[Kind]['result'];
    } finally {
      this.#progressListeners.delete(id);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Sends a request without a reply; if it fails, the worker crashes. Throws if the client is closed. */
  post<Kind extends keyof Protocol & string>(
    kind: Kind,
    input: Protocol[Kind]['input'],
    { transfer, ...options }: PostOptions = {},
  ): void {
    postMessage(this.#requireWorker(), toRequest(kind, input, options), transfer);
  }

  /** Ends the worker, then rejects pending requests with the reason. */
  close(reason: Error): Promise<void> {
    this.#closing ??= this.#close(reason);
    return this.#closing;
  }

  #requireWorker(): Worker {
    const { label, maxConsecutiveCrashes = Infinity } = this.#options;
    if (this.#closeReason) throw this.#closeReason;
    if (this.#consecutiveCrashes >= maxConsecutiveCrashes) {
      throw new Error(`The ${label} stopped ${this.#consecutiveCrashes} times in a row.`, {
        cause: this.#lastCrashCause,
      });
    }
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#startWorker();
    return this.#worker;
  }

  #startWorker(): Worker {
    const worker = this.#options.startWorker();
    worker.unref();
    let cause: unknown;
    worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    worker.on('error', (error) => (cause = error));
    worker.on('exit', (code) => {
      if (this.#worker === worker) this.#handleCrash(cause ?? new Error(`The worker exited with code ${code}.`));
    });
    return worker;
  }

  #settle(reply: WorkerReply): void {
    if ('progress' in reply) return this.#progressListeners.get(reply.id)?.(reply.progress);
    if ('failure' in reply) {
      this.#pending.reject(reply.id, (this.#options.toError ?? toRequestError)(reply.failure));
    } else {
      this.#consecutiveCrashes = 0;
      this.#pending.resolve(reply.id, reply.result);
    }
    this.#releaseIfIdle();
  }

  #handleCrash(cause: unknown): void {
    clearTimeout(this.#idleTimer);
    this.#worker = undefined;
    this.#consecutiveCrashes += 1;
    this.#lastCrashCause = cause;
    const error = new Error(`The ${this.#options.label} stopped.`, { cause });
    this.#pending.rejectAll(error);
    this.#options.onCrash?.(error);
  }

  #releaseIfIdle(): void {
    if (this.#pending.size > 0) return;
    this.#worker?.unref();
    const { idleTimeoutMs } = this.#options;
    if (idleTimeoutMs === undefined) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#stopIdleWorker(), idleTimeoutMs);
    this.#idleTimer.unref();
  }

  #stopIdleWorker(): void {
    if (this.#options.isInUse?.()) return;
    const worker = this.#worker;
    this.#worker = undefined; // a request that arrives while this thread ends starts another one
    void worker?.terminate();
  }

  async #close(reason: Error): Promise<void> {
    this.#closeReason = reason;
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker) await stopWorker(worker, this.#options.closeTimeoutMs);
    this.#pending.rejectAll(reason);
  }
}

async function stopWorker(worker: Worker, closeTimeoutMs: number | undefined): Promise<void> {
  if (closeTimeoutMs === undefined) {
    await worker.terminate();
    return;
  }
  const exited = once(worker, 'exit');
  postMessage(worker, { type: 'close' });
  const timer = setTimeout(() => void worker.terminate(), closeTimeoutMs);
  await exited;
  clearTimeout(timer);
}

function toRequest(
  kind: string,
  input: unknown,
  { priority = 'batch', lane = '' }: Omit<PostOptions, 'transfer'>,
  id?: number,
): WorkerMessage {
  return { type: 'request', kind, input, priority, lane, ...(id !== undefined && { id }) };
}

function postMessage(worker: Worker, message: WorkerMessage, transfer: readonly ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}

/** Returns an error with the name, message and code of the one in the worker. */
export function toRequestError({ name, message, code }: WorkerFailure): Error {
  return Object.assign(new Error(message), { name }, code !== undefined && { code });
}
