/** What a call takes up: fast ones the processor, live and typed ones little but time. */
export type CallPool = 'fast' | 'real_time' | 'practice';

/** How many of each kind go on at once. */
const maxConcurrentCalls = { fast: 4, real_time: 8, practice: 8 } as const satisfies Record<CallPool, number>;

export type QueuedCall = {
  readonly id: number;
  readonly pool: CallPool;
  /** Who placed it: lanes take turns, so that one call does not wait behind a hundred of somebody else. */
  readonly lane: string;
};

type RunningCall = { readonly controller: AbortController; done: Promise<void> };

/** Carries calls, a few at once, lane by lane; within a lane in the order in which they were placed. */
export class CallQueue {
  readonly #run: (id: number, signal: AbortSignal) => Promise<void>;
  /** The lanes of each kind that have somebody waiting, the next one first. */
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

  /** `run` carries one call and never rejects. */
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

  /** Takes a call out, or stops it with a reason; resolves when it is neither waiting nor going on. */
  async stop(id: number, reason: Error): Promise<void> {
    for (const kind of callPools) {
      for (const [lane, waiting] of this.#waiting[kind]) {
        const place = waiting.indexOf(id);
        if (place >= 0) waiting.splice(place, 1);
        if (waiting.length === 0) this.#waiting[kind].delete(lane);
      }
      const job = this.#running[kind].get(id);
      job?.controller.abort(reason);
      await job?.done;
    }
  }

  /** Starts nothing more and stops what goes on. */
  async close(reason: Error): Promise<void> {
    this.#isClosed = true;
    const jobs = callPools.flatMap((kind) => [...this.#running[kind].values()]);
    for (const { controller } of jobs) controller.abort(reason);
    await Promise.all(jobs.map(({ done }) => done));
  }

  #startNext(kind: CallPool): void {
    while (!this.#isClosed && this.#running[kind].size < maxConcurrentCalls[kind]) {
      const id = this.#takeFirst(kind);
      if (id === undefined) return;
      const job: RunningCall = { controller: new AbortController(), done: Promise.resolve() };
      this.#running[kind].set(id, job);
      job.done = this.#run(id, job.controller.signal).finally(() => {
        this.#running[kind].delete(id);
        this.#startNext(kind);
      });
    }
  }

  /** The first call of the first lane, which then stands behind the others. */
  #takeFirst(kind: CallPool): number | undefined {
    const lanes = this.#waiting[kind];
    for (const [lane, waiting] of lanes) {
      const id = waiting.shift();
      lanes.delete(lane);
      if (waiting.length > 0) lanes.set(lane, waiting);
      return id;
    }
    return undefined;
  }
}

const callPools = Object.keys(maxConcurrentCalls) as readonly CallPool[]; // Object.keys forgets the literal keys
