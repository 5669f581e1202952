import { invoiceRecordSchema } from '../../../shared/billing.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import type { EventHub } from '../events/event-hub.ts';
import { readEach } from '../http/read-each.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { bundleInvoices } from './bundle-invoices.ts';
import { describeOverview } from './describe-usage.ts';
import { exportInvoices } from './export-invoices.ts';
import { findInvoice, listInvoiceRows, markPaid, type InvoiceRow } from './invoice-queries.ts';
import { addressOfInvoice, numberOf, toInvoiceRecord } from './invoice-row.ts';

export function addBillingWindowRoutes(tree: RouteTree, hub: EventHub): void {
  bindRoute(tree, appRoutes.getBillingOverview, ({ workspace: { db, context, billing }, principal: { orgId } }) => {
    billing.settle(orgId);
    return { body: describeOverview(db, orgId, context.now()) };
  });

  bindRoute(tree, appRoutes.listInvoiceRecords, ({ workspace, principal: { orgId } }) => {
    const { db, context, billing, signer } = workspace;
    billing.settle(orgId);
    const toWhole = (row: InvoiceRow) => invoiceRecordSchema.parse(toInvoiceRecord(row, addressOfInvoice(signer, row)));
    return { body: readEach(listInvoiceRows(db, orgId), toWhole, context.log) };
  });

  bindRoute(tree, appRoutes.exportInvoices, ({ workspace: { db, billing }, principal: { orgId } }) => {
    billing.settle(orgId);
    return toFile(
      exportInvoices(listInvoiceRows(db, orgId)),
      'text/csv; charset=utf-8; header=present',
      'invoices.csv',
    );
  });

  bindRoute(tree, appRoutes.bundleInvoices, ({ request, workspace: { db, billing }, principal: { orgId }, query }) => {
    billing.settle(orgId);
    const [from, to] = [query.from ? Date.parse(query.from) : -Infinity, query.to ? Date.parse(query.to) : Infinity];
    const rows = listInvoiceRows(db, orgId).filter(({ cycle_end }) => cycle_end >= from && cycle_end < to);
    if (rows.length === 0) throw new Problem('invoice_not_found', 'No invoice was issued in this time.');
    const body = request.method === 'HEAD' ? null : bundleInvoices(rows, billing.printer);
    return toFile(body, 'application/zip', 'invoices.zip');
  });

  bindRoute(tree, appRoutes.payInvoice, (call) => {
    const { workspace, principal, params, commitOnce, about } = call;
    const { orgId } = principal;
    const { invoice_id } = params;
    const { db, context, signer } = workspace;
    let isChanged = false;
    const answer = commitOnce(invoice_id, () => {
      const invoice = findInvoice(db, orgId, invoice_id);
      if (!invoice) throw new Problem('invoice_not_found', `No invoice has the id ${JSON.stringify(invoice_id)}.`);
      about({ label: numberOf(invoice) });
      const paid = { ...invoice, status: 'paid', paid_at: context.now() } as const;
      if (!markPaid(db, invoice_id, paid.paid_at))
        throw new Problem('not_payable', `${numberOf(invoice)} has been paid already.`);
      isChanged = true;
      return { body: toInvoiceRecord(paid, addressOfInvoice(signer, paid)) };
    });
    if (isChanged) hub.publish({ type: 'usage.changed' }, orgId);
    return answer;
  });
}

function toFile(body: string | ReadableStream<Uint8Array> | null, mediaType: string, name: string): Response {
  const headers = {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return new Response(body, { headers });
}
