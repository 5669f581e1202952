import { parentPort } from 'node:worker_threads';
import type { PrintReply, PrintRequest } from './invoice-printer.ts';
import { renderInvoice } from './render-invoice.ts';

parentPort?.on('message', ({ printId, invoice }: PrintRequest) => {
  renderInvoice(invoice).then(
    (bytes) => parentPort?.postMessage({ printId, bytes } satisfies PrintReply, [bytes.buffer]),
    (error: unknown) => parentPort?.postMessage({ printId, error: String(error) } satisfies PrintReply),
  );
});
