import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type {
  WorkerFailure,
  WorkerMessage,
  WorkerProtocol,
  WorkerReply,
  WorkerPriority,
  WorkerRequest,
} from './worker-protocol.ts';

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
type RequestHandlers<Protocol extends WorkerProtocol> = {
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

type QueuedRequest = WorkerRequest & {
  /** Set once the request has begun and has more steps. */
  steps?: AsyncGenerator<void, unknown>;
};

/** Waiting requests. Requests of one lane run in their order; the lanes of one priority take turns, step by step. */
class RequestQueue {
  readonly #lanes: Readonly<Record<WorkerPriority, Map<string, QueuedRequest[]>>> = {
    interactive: new Map(),
    batch: new Map(),
  };

  add(request: QueuedRequest): void {
    const lanes = this.#lanes[request.priority];
    const lane = lanes.get(request.lane);
    if (lane) lane.push(request);
    else lanes.set(request.lane, [request]);
  }

  /** Returns the request whose turn it is, and moves its lane to the end. */
  next(): QueuedRequest | undefined {
    for (const lanes of [this.#lanes.interactive, this.#lanes.batch]) {
      for (const [name, lane] of lanes) {
        lanes.delete(name);
        lanes.set(name, lane);
        return lane[0];
      }
    }
    return undefined;
  }

  /** Returns false if the request is not waiting anymore. */
  remove(request: QueuedRequest): boolean {
    return this.#removeFirst((queued) => queued === request);
  }

  cancel(id: number): void {
    this.#removeFirst((queued) => queued.id === id);
  }

  clear(): void {
    for (const lanes of Object.values(this.#lanes)) lanes.clear();
  }

  #removeFirst(matches: (request: QueuedRequest) => boolean): boolean {
    for (const lanes of Object.values(this.#lanes)) {
      for (const [name, lane] of lanes) {
        const index = lane.findIndex(matches);
        if (index < 0) continue;
        lane.splice(index, 1);
        if (lane.length === 0) lanes.delete(name);
        return true;
      }
    }
    return false;
  }
}
