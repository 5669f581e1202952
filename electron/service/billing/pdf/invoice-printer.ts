import { Worker } from 'node:worker_threads';
import { workerUrl } from '../../jobs/worker-url.ts';
import type { InvoiceRow } from '../invoice-queries.ts';

export type PrintRequest = { readonly printId: number; readonly invoice: InvoiceRow };

export type PrintReply =
  | { readonly printId: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly printId: number; readonly error: string };

type Waiting = {
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (reason: unknown) => void;
};

/** Whoever reads a PDF asks for it in several pieces. */
const keptMax = 16;

/** Without anything to print for this long, the thread ends and gives its memory back. */
const idleMs = 60_000;

/** Makes PDFs of invoices in a thread of its own: loading the typefaces alone would hold the main one up. */
export class InvoicePrinter {
  readonly #waiting = new Map<number, Waiting>();
  /** By all that an invoice says; the latest used are last. */
  readonly #kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  #worker: Worker | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  /** The bytes of an invoice, the same for the same invoice in every run. */
  print(invoice: InvoiceRow): Promise<Uint8Array<ArrayBuffer>> {
    const key = JSON.stringify(invoice);
    const printing = this.#kept.get(key) ?? this.#ask(invoice);
    this.#kept.delete(key);
    this.#kept.set(key, printing);
    printing.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest);
    return printing;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #ask(invoice: InvoiceRow): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const printId = ++this.#lastId;
    const request: PrintRequest = { printId, invoice };
    this.#worker.postMessage(request);
    return new Promise((resolve, reject) => this.#waiting.set(printId, { resolve, reject }));
  }

  #start(): Worker {
    const worker = new Worker(workerUrl('invoice-worker', import.meta.url), { name: 'invoices' });
    worker.unref();
    let cause: unknown;
    worker.on('message', (reply: PrintReply) => this.#settle(reply));
    worker.on('error', (error) => (cause = error));
    worker.on('exit', () => {
      // One that was let go had nothing left to print; what waits now waits for another.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const stopped = new Error('The thread that makes invoices stopped.', { cause });
      for (const { reject } of this.#waiting.values()) reject(stopped);
      this.#waiting.clear();
    });
    return worker;
  }

  #settle(reply: PrintReply): void {
    const one = this.#waiting.get(reply.printId);
    this.#waiting.delete(reply.printId);
    if ('bytes' in reply) one?.resolve(reply.bytes);
    else one?.reject(new Error(`The invoice could not be made: ${reply.error}`));
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => this.#letGo(), idleMs);
    this.#idle.unref();
  }

  /** It takes a moment to end, in which nothing may be asked of it any more. */
  #letGo(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}
