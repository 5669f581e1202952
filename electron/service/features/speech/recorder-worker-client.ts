import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../platform/workers/resolve-worker-url.ts';
import type { RecorderReply, RecorderRequest, StepFailure, StepResults } from './recorder-protocol.ts';
import { RecordingLimitError } from './recording-limits.ts';

export type AnsweredRequest = Extract<RecorderRequest, { readonly requestId: number }>;

type PendingRequest = {
  readonly recordingId: number;
  readonly resolve: (result: StepResults[keyof StepResults] | undefined) => void;
  readonly reject: (reason: unknown) => void;
};

/** One worker, and what it was asked and has not answered yet. */
export class RecorderWorkerClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingRequest>();
  #stopReason: Error | undefined;

  /** @param onStop Called once, when the worker has ended for whatever reason and what it owed was rejected. */
  constructor(worker: Worker, onStop: () => void) {
    this.#worker = worker;
    worker.unref(); // an idle worker does not keep the process alive
    let cause: unknown;
    worker.on('message', (reply: RecorderReply) => this.#settle(reply));
    worker.on('error', (error) => (cause = error));
    worker.on('exit', (code) => {
      cause ??= new Error(`The worker exited with code ${code}.`);
      this.#stopReason ??= new Error('The recording worker stopped.', { cause });
      for (const { reject } of this.#pending.values()) reject(this.#stopReason);
      this.#pending.clear();
      onStop();
    });
  }

  send(request: Extract<RecorderRequest, { readonly kind: 'open' }>): void {
    this.#worker.postMessage(request);
  }

  /** What the worker makes of it; rejects when it fails or ends. */
  request(request: AnsweredRequest): Promise<StepResults[keyof StepResults] | undefined> {
    if (this.#stopReason) return Promise.reject(this.#stopReason);
    return new Promise((resolve, reject) => {
      this.#pending.set(request.requestId, { recordingId: request.recordingId, resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }

  /** Rejects what a session still waits for. */
  rejectPending(recordingId: number, reason: unknown): void {
    for (const [requestId, one] of this.#pending) {
      if (one.recordingId !== recordingId) continue;
      this.#pending.delete(requestId);
      one.reject(reason);
    }
    this.#unrefIfIdle();
  }

  async stop(reason: Error): Promise<void> {
    this.#stopReason ??= reason;
    await this.#worker.terminate();
  }

  #settle(reply: RecorderReply): void {
    const one = this.#pending.get(reply.requestId);
    if (!one) return;
    this.#pending.delete(reply.requestId);
    this.#unrefIfIdle();
    if (reply.kind === 'done') one.resolve(reply.result);
    else one.reject(toRecordingError(reply.failure));
  }

  #unrefIfIdle(): void {
    if (this.#pending.size === 0) this.#worker.unref();
  }
}

export function startRecorderWorker(): Worker {
  return new Worker(resolveWorkerUrl('recorder-worker', import.meta.url), { name: 'recorder' });
}

/** Errors lose their code on the way between threads. */
function toRecordingError({ message, code, isLimit }: StepFailure): Error {
  if (isLimit) return new RecordingLimitError(message);
  const cause = Object.assign(new Error(message), code !== undefined && { code });
  return new Error(`The recording could not be made: ${message}`, { cause });
}
