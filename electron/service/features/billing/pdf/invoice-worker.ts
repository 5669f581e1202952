import { serveRequests, TransferredResult } from '../../../platform/workers/serve-requests.ts';
import type { InvoiceProtocol } from './invoice-renderer.ts';
import { renderInvoice } from './render-invoice.ts';

serveRequests<InvoiceProtocol>({
  render: async (invoice) => {
    const bytes = await renderInvoice(invoice);
    return new TransferredResult(bytes, [bytes.buffer]);
  },
});
