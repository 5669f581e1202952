import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { RequestQueue, type QueuedRequest } from './request-queue.ts';
import type { WorkerFailure, WorkerMessage, WorkerProtocol, WorkerReply } from './worker-protocol.ts';

/** A result whose buffers are moved to the other thread instead of copied. */
export class TransferredResult<Result> {
  readonly value: Result;
  readonly buffers: readonly ArrayBuffer[];

  constructor(value: Result, buffers: readonly ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

type HandlerResult<Result> = Result | TransferredResult<Result>;

/**
 * One handler per kind of request. A generator lets other requests run, and the client cancel, at each `yield`; after a
 * cancellation it is not resumed. `report` sends progress to the client.
 */
export type RequestHandlers<Protocol extends WorkerProtocol> = {
  readonly [Kind in keyof Protocol]: (
    input: Protocol[Kind]['input'],
    report: (progress: Protocol[Kind]['progress']) => void,
  ) =>
    | HandlerResult<Protocol[Kind]['result']>
    | Promise<HandlerResult<Protocol[Kind]['result']>>
    | AsyncGenerator<void, HandlerResult<Protocol[Kind]['result']>>;
};

/**
 * Answers the requests of a WorkerClient, one step at a time, in the order of a RequestQueue. An error in a request that
 * gets no reply ends the worker.
 */
export function serveRequests<Protocol extends WorkerProtocol>(handlers: RequestHandlers<Protocol>): void {
  if (!parentPort) throw new Error('This module runs only in a worker.');
  const port = parentPort;
  const queue = new RequestQueue();
  let isRunning = false;

  const postReply = (reply: WorkerReply, transfer: readonly ArrayBuffer[] = []) => port.postMessage(reply, transfer);

  const runStep = async (request: QueuedRequest): Promise<void> => {
    const { id } = request;
    const report = (progress: unknown) => {
      if (id !== undefined) postReply({ id, progress });
    };
    try {
      const outcome = request.steps ?? (await handlers[request.kind]?.(request.input, report));
      const step = isGenerator(outcome) ? await outcome.next() : { done: true, value: outcome };
      if (!step.done && isGenerator(outcome)) {
        request.steps = outcome;
        return;
      }
      if (!queue.remove(request) || id === undefined) return;
      const { value: result } = step;
      if (result instanceof TransferredResult) postReply({ id, result: result.value }, result.buffers);
      else postReply({ id, result });
    } catch (error) {
      const isWaiting = queue.remove(request);
      if (id === undefined) throw error;
      if (isWaiting) postReply({ id, failure: toWorkerFailure(error) });
    }
  };

  const runQueue = async (): Promise<void> => {
    isRunning = true;
    for (let request = queue.next(); request; request = queue.next()) {
      await runStep(request);
      await nextTurn(); // receives the messages that arrived during the step
    }
    isRunning = false;
  };

  port.on('message', (message: WorkerMessage) => {
    switch (message.type) {
      case 'request':
        queue.add(message);
        if (!isRunning) void runQueue();
        break;
      case 'cancel':
        queue.cancel(message.id);
        break;
      case 'close':
        queue.clear();
        port.close();
    }
  });
}

function isGenerator(outcome: unknown): outcome is AsyncGenerator<void, unknown> {
  return typeof outcome === 'object' && outcome !== null && Symbol.asyncIterator in outcome;
}

function toWorkerFailure(error: unknown): WorkerFailure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { code } = error as Error & { readonly code?: unknown }; // Node's field
  return { name: error.name, message: error.message, ...(typeof code === 'string' && { code }) };
}
