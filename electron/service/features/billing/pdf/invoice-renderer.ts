import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/resolve-worker-url.ts';
import type { InvoiceRow } from '../invoice-queries.ts';

export type RenderRequest = { readonly renderId: number; readonly invoice: InvoiceRow };

export type RenderReply =
  | { readonly renderId: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly renderId: number; readonly error: string };

type PendingRender = {
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (reason: unknown) => void;
};

/** Whoever reads a PDF asks for it in several pieces. */
const maxCachedInvoices = 16;

/** Without anything to print for this long, the thread ends and gives its memory back. */
const idleTimeoutMs = 60_000;

/** Makes PDFs of invoices in a thread of its own: loading the typefaces alone would hold the main one up. */
export class InvoiceRenderer {
  readonly #pending = new Map<number, PendingRender>();
  /** By all that an invoice says; the latest used are last. */
  readonly #cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  #worker: Worker | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #lastRenderId = 0;

  /** The bytes of an invoice, the same for the same invoice in every run. */
  render(invoice: InvoiceRow): Promise<Uint8Array<ArrayBuffer>> {
    const key = JSON.stringify(invoice);
    const printing = this.#cache.get(key) ?? this.#requestRender(invoice);
    this.#cache.delete(key);
    this.#cache.set(key, printing);
    printing.catch(() => this.#cache.delete(key));
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > maxCachedInvoices && oldest !== undefined) this.#cache.delete(oldest);
    return printing;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  #requestRender(invoice: InvoiceRow): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#startWorker();
    const renderId = ++this.#lastRenderId;
    const request: RenderRequest = { renderId: renderId, invoice };
    this.#worker.postMessage(request);
    return new Promise((resolve, reject) => this.#pending.set(renderId, { resolve, reject }));
  }

  #startWorker(): Worker {
    const worker = new Worker(resolveWorkerUrl('invoice-worker', import.meta.url), { name: 'invoices' });
    worker.unref();
    let cause: unknown;
    worker.on('message', (reply: RenderReply) => this.#handleReply(reply));
    worker.on('error', (error) => (cause = error));
    worker.on('exit', () => {
      // One that was let go had nothing left to print; what waits now waits for another.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const stopped = new Error('The thread that makes invoices stopped.', { cause });
      for (const { reject } of this.#pending.values()) reject(stopped);
      this.#pending.clear();
    });
    return worker;
  }

  #handleReply(reply: RenderReply): void {
    const one = this.#pending.get(reply.renderId);
    this.#pending.delete(reply.renderId);
    if ('bytes' in reply) one?.resolve(reply.bytes);
    else one?.reject(new Error(`The invoice could not be made: ${reply.error}`));
    if (this.#pending.size > 0) return;
    this.#idleTimer = setTimeout(() => this.#stopWorker(), idleTimeoutMs);
    this.#idleTimer.unref();
  }

  /** It takes a moment to end, in which nothing may be asked of it any more. */
  #stopWorker(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}
