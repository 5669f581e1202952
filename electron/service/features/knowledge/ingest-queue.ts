import PQueue from 'p-queue';
import type { IngestProgress } from '../../../../shared/knowledge.ts';
import type { DocumentRow } from './document-row.ts';

/** More than one, so that a short document does not wait until a long one is finished. */
const maxConcurrentJobs = 2;

export type QueuedDocument = Pick<DocumentRow, 'id' | 'org_id'>;

type IngestJob = { readonly controller: AbortController; isRunning: boolean; done: Promise<void> };

/** Ingests documents in order, several at a time. Each one can be stopped. */
export class IngestQueue {
  readonly #ingest: (document: QueuedDocument, signal: AbortSignal) => Promise<void>;
  readonly #queue = new PQueue({ concurrency: maxConcurrentJobs });
  readonly #jobs = new Map<number, IngestJob>();
  readonly #progress = new Map<number, IngestProgress>();
  #isClosed = false;

  /** `ingest` processes one document and never rejects. */
  constructor(ingest: (document: QueuedDocument, signal: AbortSignal) => Promise<void>) {
    this.#ingest = ingest;
  }

  add(document: QueuedDocument): void {
    if (this.#isClosed) return;
    const { id } = document;
    const earlierJob = this.#jobs.get(id);
    if (earlierJob) {
      // The document has failed and its content is still being removed.
      void earlierJob.done.then(() => this.add(document));
      return;
    }
    const job: IngestJob = { controller: new AbortController(), isRunning: false, done: Promise.resolve() };
    this.#jobs.set(id, job);
    job.done = this.#queue.add(() => this.#run(document, job));
  }

  getProgress(id: number): IngestProgress | null {
    return this.#progress.get(id) ?? null;
  }

  setProgress(id: number, progress: IngestProgress): void {
    this.#progress.set(id, progress);
  }

  /** Resolves when no document is queued or running. */
  whenIdle(): Promise<void> {
    return this.#queue.onIdle();
  }

  /** Stops processing a document. Resolves when it is neither queued nor running. */
  async stop(id: number): Promise<void> {
    const job = this.#jobs.get(id);
    if (!job) return;
    job.controller.abort(new DOMException('The ingest was stopped.', 'AbortError'));
    if (job.isRunning) await job.done;
    else this.#jobs.delete(id);
  }

  /** Stops processing all documents. They are resumed when the workspace is opened again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#jobs.keys()].map((id) => this.stop(id)));
  }

  async #run(document: QueuedDocument, job: IngestJob): Promise<void> {
    const { signal } = job.controller;
    if (signal.aborted) return;
    job.isRunning = true;
    await this.#ingest(document, signal);
    this.#jobs.delete(document.id);
    this.#progress.delete(document.id);
  }
}
