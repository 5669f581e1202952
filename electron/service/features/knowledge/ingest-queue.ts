import type { DocumentErrorCode, IngestProgress } from '../../../../shared/knowledge.ts';

/** Two at once: a short document need not wait for a long one, and both cores have work. */
const maxConcurrentJobs = 2;

type IngestJob = { readonly id: number; readonly controller: AbortController; done: Promise<void> };

export type IngestFailure = { readonly code: DocumentErrorCode; readonly detail: string };

/** Runs documents in the order in which they came, a few at once; each can be stopped. */
export class IngestQueue {
  readonly #run: (id: number, signal: AbortSignal) => Promise<void>;
  readonly #queued: number[] = [];
  readonly #running = new Map<number, IngestJob>();
  readonly #progress = new Map<number, IngestProgress>();
  #isClosed = false;

  /** `run` reads one document and never rejects. */
  constructor(run: (id: number, signal: AbortSignal) => Promise<void>) {
    this.#run = run;
  }

  add(id: number): void {
    const running = this.#running.get(id);
    if (running) {
      // It has failed and is being tidied up.
      void running.done.then(() => this.add(id));
      return;
    }
    this.#queued.push(id);
    this.#startNext();
  }

  getProgress(id: number): IngestProgress | null {
    return this.#progress.get(id) ?? null;
  }

  setProgress(id: number, progress: IngestProgress): void {
    this.#progress.set(id, progress);
  }

  /** Resolves when nothing waits and nothing is being read. */
  async whenIdle(): Promise<void> {
    for (let job = this.#getRunningJob(); job; job = this.#getRunningJob()) await job.done;
  }

  /** Resolves when the document is neither waiting nor being read any more. */
  async stop(id: number): Promise<void> {
    const place = this.#queued.indexOf(id);
    if (place >= 0) this.#queued.splice(place, 1);
    const job = this.#running.get(id);
    job?.controller.abort(new DOMException('The reading was stopped.', 'AbortError'));
    await job?.done;
  }

  /** Stops everything; what was being read is taken up again when the workspace is opened next. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queued.length = 0;
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
  }

  #getRunningJob(): IngestJob | undefined {
    return this.#running.values().next().value;
  }

  #startNext(): void {
    if (this.#isClosed || this.#running.size >= maxConcurrentJobs) return;
    const id = this.#queued.shift();
    if (id === undefined) return;
    const job: IngestJob = { id, controller: new AbortController(), done: Promise.resolve() };
    this.#running.set(id, job);
    job.done = this.#run(id, job.controller.signal).finally(() => {
      this.#running.delete(id);
      this.#progress.delete(id);
      this.#startNext();
    });
    this.#startNext();
  }
}
