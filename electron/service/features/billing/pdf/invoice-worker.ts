import { serveRequests, TransferredResult } from '../../../platform/workers/serve-requests.ts';
import type { InvoiceProtocol } from './invoice-renderer.ts';
import { renderInvoice } from './render-invoice.ts';
import { SystemFonts } from './system-fonts.ts';

const systemFonts = new SystemFonts();

serveRequests<InvoiceProtocol>({
  render: async (invoice) => {
    const bytes = await renderInvoice(invoice, systemFonts);
    return new TransferredResult(bytes, [bytes.buffer]);
  },
});
