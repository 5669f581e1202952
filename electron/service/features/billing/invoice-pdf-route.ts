import { Readable } from 'node:stream';
import { fileRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import { resolveSignedUrl } from '../../platform/http/url-signer.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BillingServices } from './routes.ts';
import { findInvoiceById } from './invoice-queries.ts';
import { formatInvoiceNumber } from './invoice-row.ts';

type InvoiceSource = { readonly db: Database; readonly services: BillingServices };

/** Serves invoice PDFs at URLs that the open workspace has signed. */
export function addInvoicePdfRoute(tree: RouteTree, findWorkspace: () => InvoiceSource | undefined): void {
  bindRoute(tree, fileRoutes.getInvoicePdf, async (ctx) => {
    const { workspace, name } = resolveSignedUrl(findWorkspace(), '.pdf', ctx);
    const invoice = findInvoiceById(workspace.db, name);
    if (!invoice) throw new Problem('invoice_not_found', 'This invoice does not exist.');
    const bytes = await workspace.services.billing.invoiceRenderer.render(invoice);
    return serveFile(ctx.request, {
      sizeBytes: bytes.byteLength,
      etag: computeEtag(bytes),
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${formatInvoiceNumber(invoice)}.pdf"`,
      },
      read: (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
    });
  });
}
