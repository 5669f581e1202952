import { v1Routes } from '../../../../shared/contract.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { createUrlBuilder } from '../../platform/http/url-signer.ts';
import { readUsage } from './read-billing-overview.ts';
import { listInvoiceRows } from './invoice-queries.ts';
import { createInvoicePdfUrl, toInvoice } from './invoice-row.ts';

export function addBillingRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.getUsage, ({ workspace: { db, context, billing }, principal: { orgId } }) => {
    billing.closeEndedCycles(orgId);
    return { body: readUsage(db, orgId, context.now()) };
  });

  bindRoute(tree, v1Routes.listInvoices, ({ request, workspace: { db, billing, urlSigner }, principal: { orgId } }) => {
    billing.closeEndedCycles(orgId);
    const toAddress = createUrlBuilder(request);
    const rows = listInvoiceRows(db, orgId);
    return { body: { data: rows.map((row) => toInvoice(row, toAddress(createInvoicePdfUrl(urlSigner, row)))) } };
  });
}
