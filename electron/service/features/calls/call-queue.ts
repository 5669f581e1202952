/** Fast calls use the processor; calls in real time and practice calls mostly wait. */
export type CallPool = 'fast' | 'real_time' | 'practice';

/** Limits per pool. */
const maxConcurrentCalls = { fast: 4, real_time: 8, practice: 8 } as const satisfies Record<CallPool, number>;

const callPools = Object.keys(maxConcurrentCalls) as readonly CallPool[]; // Object.keys loses the literal keys

export type QueuedCall = {
  readonly id: number;
  readonly pool: CallPool;
  /** The API key that placed the call. Lanes take turns, so that one call does not wait behind a hundred of another key. */
  readonly lane: string;
};

type RunningCall = { readonly controller: AbortController; done: Promise<void> };

/** Runs a limited number of calls per pool, lane by lane. The calls of one lane start in the order of `add`. */
export class CallQueue {
  readonly #run: (id: number, signal: AbortSignal) => Promise<void>;
  /** The lanes with waiting calls, the next one first. */
  readonly #waiting = {
    fast: new Map<string, number[]>(),
    real_time: new Map<string, number[]>(),
    practice: new Map<string, number[]>(),
  };
  readonly #running = {
    fast: new Map<number, RunningCall>(),
    real_time: new Map<number, RunningCall>(),
    practice: new Map<number, RunningCall>(),
  };
  #isClosed = false;

  /** @param run Runs one call. Never rejects. */
  constructor(run: (id: number, signal: AbortSignal) => Promise<void>) {
    this.#run = run;
  }

  add({ id, pool, lane }: QueuedCall): void {
    const lanes = this.#waiting[pool];
    const waiting = lanes.get(lane);
    if (waiting) waiting.push(id);
    else lanes.set(lane, [id]);
    this.#startNext(pool);
  }

  /** Removes a waiting call, or aborts a running one with the reason. Resolves when the call has ended. */
  async stop(id: number, reason: Error): Promise<void> {
    for (const pool of callPools) {
      for (const [lane, waiting] of this.#waiting[pool]) {
        const index = waiting.indexOf(id);
        if (index >= 0) waiting.splice(index, 1);
        if (waiting.length === 0) this.#waiting[pool].delete(lane);
      }
      const call = this.#running[pool].get(id);
      call?.controller.abort(reason);
      await call?.done;
    }
  }

  /** Aborts running calls and starts no others. */
  async close(reason: Error): Promise<void> {
    this.#isClosed = true;
    const calls = callPools.flatMap((pool) => [...this.#running[pool].values()]);
    for (const { controller } of calls) controller.abort(reason);
    await Promise.all(calls.map(({ done }) => done));
  }

  #startNext(pool: CallPool): void {
    while (!this.#isClosed && this.#running[pool].size < maxConcurrentCalls[pool]) {
      const id = this.#takeFirst(pool);
      if (id === undefined) return;
      const call: RunningCall = { controller: new AbortController(), done: Promise.resolve() };
      this.#running[pool].set(id, call);
      call.done = this.#run(id, call.controller.signal).finally(() => {
        this.#running[pool].delete(id);
        this.#startNext(pool);
      });
    }
  }

  /** Takes the first call of the first lane, and moves the lane to the end. */
  #takeFirst(pool: CallPool): number | undefined {
    const lanes = this.#waiting[pool];
    for (const [lane, waiting] of lanes) {
      const id = waiting.shift();
      lanes.delete(lane);
      if (waiting.length > 0) lanes.set(lane, waiting);
      return id;
    }
    return undefined;
  }
}
