import type { WorkerPriority, WorkerRequest } from './worker-protocol.ts';

export type QueuedRequest = WorkerRequest & {
  /** Set once the request has begun and has more steps. */
  steps?: AsyncGenerator<void, unknown>;
};

/** Waiting requests. Requests of one lane run in their order; the lanes of one priority take turns, step by step. */
export class RequestQueue {
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
