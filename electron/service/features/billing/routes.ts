import { v1Routes } from '../../../../shared/contract.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { createUrlBuilder, type UrlSigner } from '../../platform/http/url-signer.ts';
import type { Billing } from './billing.ts';
import { readUsage } from './read-billing-overview.ts';
import { listInvoiceRows } from './invoice-queries.ts';
import { createInvoicePdfUrl, toInvoice } from './invoice-row.ts';

export type BillingServices = { readonly billing: Billing; readonly urlSigner: UrlSigner };

export function addBillingRoutes(tree: RouteTree<BillingServices>): void {
  bindRoute(tree, v1Routes.getUsage, ({ db, orgId, context, services: { billing } }) => {
    billing.closeEndedCycles(orgId);
    return { body: readUsage(db, orgId, context.now()) };
  });

  bindRoute(tree, v1Routes.listInvoices, ({ request, db, orgId, services: { billing, urlSigner } }) => {
    billing.closeEndedCycles(orgId);
    const buildUrl = createUrlBuilder(request);
    const rows = listInvoiceRows(db, orgId);
    return { body: { data: rows.map((row) => toInvoice(row, buildUrl(createInvoicePdfUrl(urlSigner, row)))) } };
  });
}
