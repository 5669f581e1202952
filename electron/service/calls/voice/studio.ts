import { Worker } from 'node:worker_threads';
import { workerUrl } from '../../jobs/worker-url.ts';
import type { RecorderReply, RecorderRequest, StepFailure, StepResult } from './recorder-protocol.ts';
import { RecordingLimitError } from './recording-limits.ts';

export type StudioRequest = Extract<RecorderRequest, { readonly requestId: number }>;

type Asked = {
  readonly sessionId: number;
  readonly resolve: (result: StepResult[keyof StepResult] | undefined) => void;
  readonly reject: (reason: unknown) => void;
};

/** One worker, and what it was asked and has not answered yet. */
export class Studio {
  readonly #worker: Worker;
  readonly #asked = new Map<number, Asked>();
  #endReason: Error | undefined;

  /** @param onStop Called once, when the worker has ended for whatever reason and what it owed was rejected. */
  constructor(worker: Worker, onStop: () => void) {
    this.#worker = worker;
    worker.unref(); // an idle worker does not keep the process alive
    let cause: unknown;
    worker.on('message', (reply: RecorderReply) => this.#settle(reply));
    worker.on('error', (error) => (cause = error));
    worker.on('exit', (code) => {
      cause ??= new Error(`The worker exited with code ${code}.`);
      this.#endReason ??= new Error('The recording worker stopped.', { cause });
      for (const { reject } of this.#asked.values()) reject(this.#endReason);
      this.#asked.clear();
      onStop();
    });
  }

  send(request: Extract<RecorderRequest, { readonly kind: 'open' }>): void {
    this.#worker.postMessage(request);
  }

  /** What the worker makes of it; rejects when it fails or ends. */
  ask(request: StudioRequest): Promise<StepResult[keyof StepResult] | undefined> {
    if (this.#endReason) return Promise.reject(this.#endReason);
    return new Promise((resolve, reject) => {
      this.#asked.set(request.requestId, { sessionId: request.sessionId, resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }

  /** Rejects what a session still waits for. */
  forget(sessionId: number, reason: unknown): void {
    for (const [requestId, one] of this.#asked) {
      if (one.sessionId !== sessionId) continue;
      this.#asked.delete(requestId);
      one.reject(reason);
    }
    this.#rest();
  }

  async stop(reason: Error): Promise<void> {
    this.#endReason ??= reason;
    await this.#worker.terminate();
  }

  #settle(reply: RecorderReply): void {
    const one = this.#asked.get(reply.requestId);
    if (!one) return;
    this.#asked.delete(reply.requestId);
    this.#rest();
    if (reply.kind === 'done') one.resolve(reply.result);
    else one.reject(toError(reply.failure));
  }

  #rest(): void {
    if (this.#asked.size === 0) this.#worker.unref();
  }
}

export function startRecorderWorker(): Worker {
  return new Worker(workerUrl('recorder-worker', import.meta.url), { name: 'recorder' });
}

/** Errors lose their code on the way between threads. */
function toError({ message, code, isLimit }: StepFailure): Error {
  if (isLimit) return new RecordingLimitError(message);
  const cause = Object.assign(new Error(message), code !== undefined && { code });
  return new Error(`The recording could not be made: ${message}`, { cause });
}
