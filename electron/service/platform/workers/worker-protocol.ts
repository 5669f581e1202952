import { extname } from 'node:path';

/** The requests that a worker accepts, by kind. `progress` is what it reports before the result, if it reports anything. */
export type WorkerProtocol = Readonly<
  Record<string, { readonly input: unknown; readonly result: unknown; readonly progress?: unknown }>
>;

/** Interactive requests run before batch requests, also between two steps of one that has begun. */
export type WorkerPriority = 'interactive' | 'batch';

/** A request without an id gets no reply. */
export type WorkerRequest = {
  readonly type: 'request';
  readonly id?: number;
  readonly kind: string;
  readonly input: unknown;
  readonly priority: WorkerPriority;
  readonly lane: string;
};

/** To the worker. After `close`, the worker finishes the current step and exits. */
export type WorkerMessage =
  | WorkerRequest
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' };

/** From the worker. A canceled request gets no reply. */
export type WorkerReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: WorkerFailure }
  | { readonly id: number; readonly progress: unknown };

/** An error as plain data, because errors lose their class and their code between threads. */
export type WorkerFailure = {
  readonly name: string;
  readonly message: string;
  /** The system's error code, such as ENOSPC. */
  readonly code?: string;
};

/** Returns the URL of a worker module in the folder of its caller: `.ts` when run from source, `.js` when built. */
export function resolveWorkerUrl(name: string, callerUrl: string): URL {
  return new URL(`./${name}${extname(new URL(callerUrl).pathname)}`, callerUrl);
}
