import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/worker-protocol.ts';
import { WorkerClient } from '../../../platform/workers/worker-client.ts';
import type { InvoiceRow } from '../invoice-row.ts';

export type InvoiceProtocol = {
  readonly render: { readonly input: InvoiceRow; readonly result: Uint8Array<ArrayBuffer> };
};

/** A PDF viewer requests one file in several pieces. */
const maxCachedInvoices = 16;

/** Afterwards the worker is stopped, to free its memory. */
const idleTimeoutMs = 60_000;

/** Renders invoices as PDFs in a worker: loading the fonts alone would block the main thread. */
export class InvoiceRenderer {
  readonly #client = new WorkerClient<InvoiceProtocol>({
    label: 'invoice worker',
    startWorker: () => new Worker(resolveWorkerUrl('invoice-worker', import.meta.url), { name: 'invoices' }),
    idleTimeoutMs,
    toError: ({ message }) => new Error(`The invoice could not be rendered: ${message}`),
  });
  /** By the invoice's content, the most recently used last. */
  readonly #cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  /** Returns the same bytes for the same invoice, in every run, while the fonts of the computer are the same. */
  render(invoice: InvoiceRow): Promise<Uint8Array<ArrayBuffer>> {
    const key = JSON.stringify(invoice);
    const pdf = this.#cache.get(key) ?? this.#client.request('render', invoice);
    this.#cache.delete(key);
    this.#cache.set(key, pdf);
    pdf.catch(() => this.#cache.delete(key));
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > maxCachedInvoices && oldest !== undefined) this.#cache.delete(oldest);
    return pdf;
  }

  close(): Promise<void> {
    return this.#client.close(new Error('The invoice renderer was closed.'));
  }
}
