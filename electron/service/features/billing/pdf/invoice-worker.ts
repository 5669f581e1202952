import { parentPort } from 'node:worker_threads';
import type { RenderReply, RenderRequest } from './invoice-renderer.ts';
import { renderInvoice } from './render-invoice.ts';

parentPort?.on('message', ({ renderId, invoice }: RenderRequest) => {
  renderInvoice(invoice).then(
    (bytes) => parentPort?.postMessage({ renderId: renderId, bytes } satisfies RenderReply, [bytes.buffer]),
    (error: unknown) => parentPort?.postMessage({ renderId: renderId, error: String(error) } satisfies RenderReply),
  );
});
