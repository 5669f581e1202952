import * as z from 'zod';
import { invoiceRecordSchema, invoiceStatuses } from '../../../../shared/billing/invoices.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { csvMediaType } from '../../platform/http/csv-lines.ts';
import { createDownload } from '../../platform/http/download.ts';
import { parseRows } from '../../platform/http/parse-rows.ts';
import { createDamagedProblem } from '../../platform/http/to-problem.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import type { BillingServices } from './routes.ts';
import { bundleInvoices } from './bundle-invoices.ts';
import { readBillingOverview } from './read-billing-overview.ts';
import { formatInvoicesCsv, readExportedInvoices } from './export-invoices.ts';
import { getIssuedAt, listInvoiceEntries, toInvoiceRecord, type InvoiceEntry } from './invoice-entries.ts';
import { markInvoicePaid, type InvoiceRow } from './invoice-queries.ts';
import { formatInvoiceNumber } from './invoice-row.ts';
import { readInvoicePdf } from './read-invoice-pdf.ts';
import { listUnusableInvoices } from './remote/remote-invoice-queries.ts';
import { requireInvoice, requireLocalBilling, requireRemoteInvoice, requireUnreversed } from './require-invoice.ts';
import { reverseFutureInvoices } from './reverse-invoice.ts';

const localInvoiceStatusSchema = z.enum(invoiceStatuses);

export function addBillingAppRoutes(tree: RouteTree<BillingServices>): void {
  bindRoute(tree, appRoutes.getBillingOverview, ({ db, orgId, context, services: { billing } }) => {
    billing.closeEndedCycles(orgId);
    return { body: readBillingOverview(db, orgId, context.now()) };
  });

  bindRoute(tree, appRoutes.listInvoiceRecords, (ctx) => {
    const { db, orgId, context, services } = ctx;
    services.billing.closeEndedCycles(orgId);
    const toRecord = (entry: InvoiceEntry) => {
      if (entry.source === 'local') localInvoiceStatusSchema.parse(entry.row.status);
      return invoiceRecordSchema.parse(toInvoiceRecord(ctx, entry));
    };
    const records = parseRows(listInvoiceEntries(db, orgId), toRecord, context.log);
    return { body: { ...records, unusable: listUnusableInvoices(db) } };
  });

  bindRoute(tree, appRoutes.exportInvoices, ({ db, orgId, services: { billing } }) => {
    billing.closeEndedCycles(orgId);
    const csv = formatInvoicesCsv(readExportedInvoices(db, orgId));
    return createDownload(csv, { mediaType: csvMediaType, fileName: 'invoices.csv' });
  });

  bindRoute(tree, appRoutes.bundleInvoices, ({ request, db, orgId, services: { billing }, query }) => {
    billing.closeEndedCycles(orgId);
    const [from, to] = [query.from ? Date.parse(query.from) : -Infinity, query.to ? Date.parse(query.to) : Infinity];
    const { entries: all, unreadable } = readExportedInvoices(db, orgId);
    const entries = all.filter((entry) => getIssuedAt(entry) >= from && getIssuedAt(entry) < to);
    if (entries.length === 0 && unreadable !== null) throw createDamagedProblem();
    if (entries.length === 0) throw new Problem('invoice_not_found', 'No invoices were issued in this period.');
    const readPdf = (entry: InvoiceEntry) => readInvoicePdf(billing, entry);
    const body = request.method === 'HEAD' ? null : bundleInvoices({ entries, unreadable }, readPdf);
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
        return { body: toInvoiceRecord({ db, services }, { source: 'local', row: paid }) };
      });
    },
    requireInvoice,
  );

  bindRoute(
    tree,
    appRoutes.downloadInvoicePdf,
    async ({ db, request, services, found: { invoice_id } }) => {
      const { remoteBilling } = services;
      if (!remoteBilling)
        throw new Problem('not_linked', 'This workspace is not linked, so nothing can be downloaded.');
      const row = await remoteBilling.downloadPdf(invoice_id, request.signal);
      if (!row) throw new Problem('invoice_not_found', 'This invoice does not exist.');
      return { body: toInvoiceRecord({ db, services }, { source: 'remote', row }) };
    },
    requireRemoteInvoice,
  );

  bindRoute(tree, appRoutes.reverseFutureInvoices, ({ db, orgId, context, events, commitOnce, setAuditSubject }) =>
    commitOnce('', () => {
      requireLocalBilling(db, orgId);
      const invoices = reverseFutureInvoices(db, orgId, context.now());
      setAuditSubject({ label: formatRange(invoices) });
      events.publish({ type: 'usage.changed' }, orgId);
      return { body: { count: invoices.length } };
    }),
  );

  bindRoute(
    tree,
    appRoutes.confirmEndedCycles,
    ({ db, orgId, context, events, services: { billing }, commitOnce, setAuditSubject }) =>
      commitOnce('', () => {
        requireLocalBilling(db, orgId);
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
