import { invoiceRecordSchema } from '../../../../shared/billing.ts';
import { appRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import { csvMediaType } from '../../platform/http/csv-lines.ts';
import { createDownload } from '../../platform/http/download.ts';
import { parseRows } from '../../platform/http/parse-rows.ts';
import { createDamagedProblem } from '../../platform/http/to-problem.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import type { BillingServices } from './routes.ts';
import { bundleInvoices } from './bundle-invoices.ts';
import { readBillingOverview } from './read-billing-overview.ts';
import { formatInvoicesCsv, readExportedInvoices } from './export-invoices.ts';
import { listInvoiceRows, markInvoicePaid, type InvoiceRow } from './invoice-queries.ts';
import { createInvoicePdfUrl, formatInvoiceNumber, toInvoiceRecord } from './invoice-row.ts';
import { requireInvoice, requireUnreversed } from './require-invoice.ts';
import { reverseFutureInvoices } from './reverse-invoice.ts';

export function addBillingAppRoutes(tree: RouteTree<BillingServices>): void {
  bindRoute(tree, appRoutes.getBillingOverview, ({ db, orgId, context, services: { billing } }) => {
    billing.closeEndedCycles(orgId);
    return { body: readBillingOverview(db, orgId, context.now()) };
  });

  bindRoute(tree, appRoutes.listInvoiceRecords, ({ db, orgId, context, services: { billing, urlSigner } }) => {
    billing.closeEndedCycles(orgId);
    const toRecord = (row: InvoiceRow) =>
      invoiceRecordSchema.parse(toInvoiceRecord(row, createInvoicePdfUrl(urlSigner, row)));
    return { body: parseRows(listInvoiceRows(db, orgId), toRecord, context.log) };
  });

  bindRoute(tree, appRoutes.exportInvoices, ({ db, orgId, services: { billing } }) => {
    billing.closeEndedCycles(orgId);
    const csv = formatInvoicesCsv(readExportedInvoices(db, orgId));
    return createDownload(csv, { mediaType: csvMediaType, fileName: 'invoices.csv' });
  });

  bindRoute(tree, appRoutes.bundleInvoices, ({ request, db, orgId, services: { billing }, query }) => {
    billing.closeEndedCycles(orgId);
    const [from, to] = [query.from ? Date.parse(query.from) : -Infinity, query.to ? Date.parse(query.to) : Infinity];
    const { rows: all, unreadable } = readExportedInvoices(db, orgId);
    const rows = all.filter(({ cycle_end }) => cycle_end >= from && cycle_end < to);
    if (rows.length === 0 && unreadable !== null) throw createDamagedProblem();
    if (rows.length === 0) throw new Problem('invoice_not_found', 'No invoices were issued in this period.');
    const body = request.method === 'HEAD' ? null : bundleInvoices({ rows, unreadable }, billing.invoiceRenderer);
    return createDownload(body, { mediaType: 'application/zip', fileName: 'invoices.zip' });
  });

  bindRoute(
    tree,
    appRoutes.markInvoicePaid,
    ({ db, orgId, context, events, services, found: invoice, commitOnce, setAuditSubject }) => {
      setAuditSubject({ label: formatInvoiceNumber(invoice) });
      return commitOnce(invoice.invoice_id, () => {
        if (invoice.status === 'void') requireUnreversed(invoice);
        const paid = { ...invoice, status: 'paid', paid_at: context.now() } as const;
        if (!markInvoicePaid(db, orgId, invoice.invoice_id, paid.paid_at))
          throw new Problem('invoice_already_paid', `${formatInvoiceNumber(invoice)} has already been paid.`);
        events.publish({ type: 'usage.changed' }, orgId);
        return { body: toInvoiceRecord(paid, createInvoicePdfUrl(services.urlSigner, paid)) };
      });
    },
    requireInvoice,
  );

  bindRoute(tree, appRoutes.reverseFutureInvoices, ({ db, orgId, context, events, commitOnce, setAuditSubject }) =>
    commitOnce('', () => {
      const invoices = reverseFutureInvoices(db, orgId, context.now());
      setAuditSubject({ label: formatRange(invoices) });
      events.publish({ type: 'usage.changed' }, orgId);
      return { body: { count: invoices.length } };
    }),
  );

  bindRoute(
    tree,
    appRoutes.confirmEndedCycles,
    ({ orgId, context, events, services: { billing }, commitOnce, setAuditSubject }) =>
      commitOnce('', () => {
        setAuditSubject({ label: `until ${formatTimestamp(context.now()).slice(0, 10)}` });
        const count = billing.confirmEndedCycles(orgId);
        events.publish({ type: 'usage.changed' }, orgId);
        return { body: { count } };
      }),
  );
}

/** `INV-0002 to INV-0217`. */
function formatRange(invoices: readonly InvoiceRow[]): string {
  const numbers = [invoices[0], invoices.at(-1)].flatMap((invoice) => (invoice ? [formatInvoiceNumber(invoice)] : []));
  return [...new Set(numbers)].join(' to ') || 'no invoices';
}
