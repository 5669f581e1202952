import { invoiceRecordSchema } from '../../../../shared/billing.ts';
import { appRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { EventHub } from '../../platform/events/event-hub.ts';
import { parseRows } from '../../platform/http/parse-rows.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { bundleInvoices } from './bundle-invoices.ts';
import { readBillingOverview } from './read-billing-overview.ts';
import { exportInvoices } from './export-invoices.ts';
import { findInvoice, listInvoiceRows, markInvoicePaid, type InvoiceRow } from './invoice-queries.ts';
import { createInvoicePdfUrl, formatInvoiceNumber, toInvoiceRecord } from './invoice-row.ts';

export function addBillingAppRoutes(tree: RouteTree, hub: EventHub): void {
  bindRoute(tree, appRoutes.getBillingOverview, ({ workspace: { db, context, billing }, principal: { orgId } }) => {
    billing.closeEndedCycles(orgId);
    return { body: readBillingOverview(db, orgId, context.now()) };
  });

  bindRoute(tree, appRoutes.listInvoiceRecords, ({ workspace, principal: { orgId } }) => {
    const { db, context, billing, urlSigner } = workspace;
    billing.closeEndedCycles(orgId);
    const toWhole = (row: InvoiceRow) =>
      invoiceRecordSchema.parse(toInvoiceRecord(row, createInvoicePdfUrl(urlSigner, row)));
    return { body: parseRows(listInvoiceRows(db, orgId), toWhole, context.log) };
  });

  bindRoute(tree, appRoutes.exportInvoices, ({ workspace: { db, billing }, principal: { orgId } }) => {
    billing.closeEndedCycles(orgId);
    return createFileResponse(
      exportInvoices(listInvoiceRows(db, orgId)),
      'text/csv; charset=utf-8; header=present',
      'invoices.csv',
    );
  });

  bindRoute(tree, appRoutes.bundleInvoices, ({ request, workspace: { db, billing }, principal: { orgId }, query }) => {
    billing.closeEndedCycles(orgId);
    const [from, to] = [query.from ? Date.parse(query.from) : -Infinity, query.to ? Date.parse(query.to) : Infinity];
    const rows = listInvoiceRows(db, orgId).filter(({ cycle_end }) => cycle_end >= from && cycle_end < to);
    if (rows.length === 0) throw new Problem('invoice_not_found', 'No invoice was issued in this time.');
    const body = request.method === 'HEAD' ? null : bundleInvoices(rows, billing.invoiceRenderer);
    return createFileResponse(body, 'application/zip', 'invoices.zip');
  });

  bindRoute(tree, appRoutes.markInvoicePaid, (call) => {
    const { workspace, principal, params, commitOnce, setAuditSubject } = call;
    const { orgId } = principal;
    const { invoice_id } = params;
    const { db, context, urlSigner } = workspace;
    let isChanged = false;
    const answer = commitOnce(invoice_id, () => {
      const invoice = findInvoice(db, orgId, invoice_id);
      if (!invoice) throw new Problem('invoice_not_found', `No invoice has the id ${JSON.stringify(invoice_id)}.`);
      setAuditSubject({ label: formatInvoiceNumber(invoice) });
      const paid = { ...invoice, status: 'paid', paid_at: context.now() } as const;
      if (!markInvoicePaid(db, invoice_id, paid.paid_at))
        throw new Problem('invoice_already_paid', `${formatInvoiceNumber(invoice)} has been paid already.`);
      isChanged = true;
      return { body: toInvoiceRecord(paid, createInvoicePdfUrl(urlSigner, paid)) };
    });
    if (isChanged) hub.publish({ type: 'usage.changed' }, orgId);
    return answer;
  });
}

function createFileResponse(
  body: string | ReadableStream<Uint8Array> | null,
  mediaType: string,
  name: string,
): Response {
  const headers = {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return new Response(body, { headers });
}
