import type { IngestProgress } from '../../../../shared/knowledge/knowledge.ts';
import type { DocumentRow } from './document-queries.ts';

const kilobyte = 1024;

/**
 * The largest document of each slot, smallest first. A slot processes one document at a time. Large documents wait for each
 * other, so that a small one never waits for a large one, and that only one large document needs memory.
 */
const slotMaxBytes = [256 * kilobyte, 4096 * kilobyte, Infinity] as const;

/** Smaller documents start first, but for each second that it has waited, a document may be this much larger. */
const bytesPerWaitingSecond = 64 * kilobyte;

export type QueuedDocument = Pick<DocumentRow, 'id' | 'org_id' | 'size_bytes'>;

type WaitingDocument = {
  readonly document: QueuedDocument;
  /** The document with the lowest rank starts first. */
  readonly rank: number;
};

type RunningIngest = { readonly controller: AbortController; done: Promise<void> };

type Slot = { readonly maxBytes: number; isFree: boolean };

/** Ingests several documents at a time, small ones first. Each one can be stopped. */
export class IngestQueue {
  readonly #ingest: (document: QueuedDocument, signal: AbortSignal) => Promise<void>;
  readonly #slots: readonly Slot[] = slotMaxBytes.map((maxBytes) => ({ maxBytes, isFree: true }));
  readonly #waiting = new Map<number, WaitingDocument>();
  readonly #running = new Map<number, RunningIngest>();
  readonly #progress = new Map<number, IngestProgress>();
  #isClosed = false;

  /** `ingest` processes one document and never rejects. */
  constructor(ingest: (document: QueuedDocument, signal: AbortSignal) => Promise<void>) {
    this.#ingest = ingest;
  }

  add(document: QueuedDocument): void {
    if (this.#isClosed) return;
    const { id, size_bytes } = document;
    const running = this.#running.get(id);
    if (running) {
      // The document has failed and its content is still being removed.
      void running.done.then(() => this.add(document));
      return;
    }
    const rank = performance.now() / 1000 + size_bytes / bytesPerWaitingSecond;
    this.#waiting.set(id, { document, rank });
    this.#startNext();
  }

  getProgress(id: number): IngestProgress | null {
    return this.#progress.get(id) ?? null;
  }

  setProgress(id: number, progress: IngestProgress): void {
    this.#progress.set(id, progress);
  }

  /** Resolves when no document is queued or running. */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Stops processing a document. Resolves when it is neither queued nor running. */
  async stop(id: number): Promise<void> {
    this.#waiting.delete(id);
    const running = this.#running.get(id);
    running?.controller.abort(new DOMException('The ingest was stopped.', 'AbortError'));
    await running?.done;
  }

  /** Stops processing all documents. They are resumed when the workspace is opened again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
  }

  #startNext(): void {
    for (const slot of this.#slots) {
      const document = slot.isFree ? this.#takeFirst(slot.maxBytes) : undefined;
      if (document) this.#run(document, slot);
    }
  }

  #takeFirst(maxBytes: number): QueuedDocument | undefined {
    let first: WaitingDocument | undefined;
    for (const waiting of this.#waiting.values()) {
      if (waiting.document.size_bytes > maxBytes) continue;
      if (!first || waiting.rank < first.rank) first = waiting;
    }
    if (first) this.#waiting.delete(first.document.id);
    return first?.document;
  }

  #run(document: QueuedDocument, slot: Slot): void {
    const { id } = document;
    const running: RunningIngest = { controller: new AbortController(), done: Promise.resolve() };
    this.#running.set(id, running);
    slot.isFree = false;
    running.done = this.#ingest(document, running.controller.signal).finally(() => {
      this.#running.delete(id);
      this.#progress.delete(id);
      slot.isFree = true;
      this.#startNext();
    });
  }
}
