import { Readable } from 'node:stream';
import { fileRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { etagOf } from '../http/etag.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { serveFile } from '../http/serve-file.ts';
import { openSigned } from '../http/signed-address.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import { findInvoiceById } from './invoice-queries.ts';
import { numberOf } from './invoice-row.ts';

/** Serves the PDFs of invoices to whoever holds an address that the open workspace has signed. */
export function addInvoicePdfRoute(tree: RouteTree, current: () => OpenWorkspace | undefined): void {
  bindRoute(tree, fileRoutes.getInvoicePdf, async (call) => {
    const { workspace, name } = openSigned(current(), fileRoutes.getInvoicePdf, '.pdf', call);
    const invoice = findInvoiceById(workspace.db, name);
    if (!invoice) throw new Problem('invoice_not_found', 'There is no such invoice.');
    const bytes = await workspace.billing.printer.print(invoice);
    return serveFile(call.request, {
      sizeBytes: bytes.byteLength,
      etag: etagOf(bytes),
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${numberOf(invoice)}.pdf"`,
        'X-Content-Type-Options': 'nosniff',
      },
      read: (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
    });
  });
}
