/** What a call takes up: fast ones the processor, live and typed ones little but time. */
export type CallKind = 'fast' | 'live' | 'typed';

/** How many of each kind go on at once. */
const places = { fast: 4, live: 8, typed: 8 } as const satisfies Record<CallKind, number>;

export type QueuedCall = {
  readonly id: number;
  readonly kind: CallKind;
  /** Who placed it: lanes take turns, so that one call does not wait behind a hundred of somebody else. */
  readonly lane: string;
};

type Job = { readonly stop: AbortController; done: Promise<void> };

/** Carries calls, a few at once, lane by lane; within a lane in the order in which they were placed. */
export class CallQueue {
  readonly #run: (id: number, signal: AbortSignal) => Promise<void>;
  /** The lanes of each kind that have somebody waiting, the next one first. */
  readonly #waiting = {
    fast: new Map<string, number[]>(),
    live: new Map<string, number[]>(),
    typed: new Map<string, number[]>(),
  };
  readonly #running = { fast: new Map<number, Job>(), live: new Map<number, Job>(), typed: new Map<number, Job>() };
  #isClosed = false;

  /** `run` carries one call and never rejects. */
  constructor(run: (id: number, signal: AbortSignal) => Promise<void>) {
    this.#run = run;
  }

  add({ id, kind, lane }: QueuedCall): void {
    const lanes = this.#waiting[kind];
    const waiting = lanes.get(lane);
    if (waiting) waiting.push(id);
    else lanes.set(lane, [id]);
    this.#next(kind);
  }

  /** Takes a call out, or stops it with a reason; resolves when it is neither waiting nor going on. */
  async stop(id: number, reason: Error): Promise<void> {
    for (const kind of kinds) {
      for (const [lane, waiting] of this.#waiting[kind]) {
        const place = waiting.indexOf(id);
        if (place >= 0) waiting.splice(place, 1);
        if (waiting.length === 0) this.#waiting[kind].delete(lane);
      }
      const job = this.#running[kind].get(id);
      job?.stop.abort(reason);
      await job?.done;
    }
  }

  /** Starts nothing more and stops what goes on. */
  async close(reason: Error): Promise<void> {
    this.#isClosed = true;
    const jobs = kinds.flatMap((kind) => [...this.#running[kind].values()]);
    for (const { stop } of jobs) stop.abort(reason);
    await Promise.all(jobs.map(({ done }) => done));
  }

  #next(kind: CallKind): void {
    while (!this.#isClosed && this.#running[kind].size < places[kind]) {
      const id = this.#takeFirst(kind);
      if (id === undefined) return;
      const job: Job = { stop: new AbortController(), done: Promise.resolve() };
      this.#running[kind].set(id, job);
      job.done = this.#run(id, job.stop.signal).finally(() => {
        this.#running[kind].delete(id);
        this.#next(kind);
      });
    }
  }

  /** The first call of the first lane, which then stands behind the others. */
  #takeFirst(kind: CallKind): number | undefined {
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

const kinds = Object.keys(places) as readonly CallKind[]; // Object.keys forgets the literal keys
