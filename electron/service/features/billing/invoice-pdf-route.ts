import { Readable } from 'node:stream';
import { fileRoutes } from '../../../../shared/contract/contract.ts';
import { formatInvoiceFileName } from '../../../../shared/billing/invoice-file-name.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import { resolveSignedUrl } from '../../platform/http/url-signer.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BillingServices } from './routes.ts';
import { findInvoiceEntry, getNumber } from './invoice-entries.ts';
import { readInvoicePdf } from './read-invoice-pdf.ts';

type InvoiceSource = { readonly db: Database; readonly services: BillingServices };

/** Serves invoice PDFs at URLs that the open workspace has signed. */
export function addInvoicePdfRoute(tree: RouteTree, findWorkspace: () => InvoiceSource | undefined): void {
  bindRoute(tree, fileRoutes.getInvoicePdf, async (ctx) => {
    const { workspace, name } = resolveSignedUrl(findWorkspace(), '.pdf', ctx);
    const invoice = findInvoiceEntry(workspace.db, name);
    if (!invoice) throw new Problem('invoice_not_found', 'This invoice does not exist.');
    const bytes = await readInvoicePdf(workspace.services.billing, invoice);
    if (!bytes) throw new Problem('invoice_not_found', 'The PDF of this invoice has not been downloaded yet.');
    return serveFile(ctx.request, {
      sizeBytes: bytes.byteLength,
      etag: computeEtag(bytes),
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${formatInvoiceFileName({ number: getNumber(invoice) })}"`,
      },
      read: (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
    });
  });
}
