import { v1Routes } from '../../../shared/contract.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { addressesAt } from '../http/signed-address.ts';
import { describeUsage } from './describe-usage.ts';
import { listInvoiceRows } from './invoice-queries.ts';
import { addressOfInvoice, toInvoice } from './invoice-row.ts';

export function addBillingRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.getUsage, ({ workspace: { db, context, billing }, principal: { orgId } }) => {
    billing.settle(orgId);
    return { body: describeUsage(db, orgId, context.now()) };
  });

  bindRoute(tree, v1Routes.listInvoices, ({ request, workspace: { db, billing, signer }, principal: { orgId } }) => {
    billing.settle(orgId);
    const toAddress = addressesAt(request);
    const rows = listInvoiceRows(db, orgId);
    return { body: { data: rows.map((row) => toInvoice(row, toAddress(addressOfInvoice(signer, row)))) } };
  });
}
