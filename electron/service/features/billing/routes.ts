import { Readable } from 'node:stream';
import * as z from 'zod';
import { appRoutes, fileRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { toDollars } from '../../../../shared/text/money.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { invoiceRecordSchema, invoiceStatuses } from '../../../../shared/billing/invoices.ts';
import { formatInvoiceFileName } from '../../../../shared/billing/invoice-file-name.ts';
import { bindRoute, type RouteTree, type RouteTrees } from '../../platform/http/route-tree.ts';
import { createUrlBuilder, resolveSignedUrl, type UrlSigner } from '../../platform/http/url-signer.ts';
import { csvMediaType, createDownload } from '../../platform/http/download.ts';
import { parseRows } from '../../platform/http/parse-rows.ts';
import { createDamagedProblem } from '../../platform/http/to-problem.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Billing } from './billing.ts';
import { readBillingOverview, readUsage } from './read-billing-overview.ts';
import {
  createInvoicePdfUrl,
  findInvoiceEntry,
  getIssuedAt,
  getNumber,
  listInvoiceEntries,
  readInvoicePdf,
  toInvoice,
  toInvoiceRecord,
  type InvoiceEntry,
} from './invoice-entries.ts';
import { formatCreditNoteNumber, formatInvoiceNumber, type InvoiceRow } from './invoice-row.ts';
import type { RemoteBilling } from './remote/remote-billing.ts';
import {
  isPaidWithMoney,
  requireInvoice,
  requireLocalBilling,
  requireRemoteInvoice,
  requireUnreversed,
  reverseFutureInvoices,
  reverseInvoice,
} from './reverse-invoice.ts';
import { bundleInvoices, formatInvoicesCsv, readExportedInvoices } from './export-invoices.ts';
import { markInvoicePaid } from './invoice-queries.ts';
import { listUnusableInvoices } from './remote/remote-billing-queries.ts';

type BillingServices = {
  readonly billing: Billing;
  /** Null unless the workspace is linked. */
  readonly remoteBilling: RemoteBilling | null;
  readonly urlSigner: UrlSigner;
};

/** The open workspace has signed the URLs of PDFs. */
export function addBillingRoutes(
  trees: RouteTrees<BillingServices>,
  findWorkspace: () => InvoiceSource | undefined,
): void {
  addV1Routes(trees.v1);
  addAppRoutes(trees.app);
  addInvoicePdfRoute(trees.files, findWorkspace);
}

function addV1Routes(tree: RouteTree<BillingServices>): void {
  bindRoute(tree, v1Routes.getUsage, ({ db, orgId, context, services: { billing } }) => {
    billing.closeEndedCycles(orgId);
    return { body: readUsage(db, orgId, context.now()) };
  });

  bindRoute(tree, v1Routes.listInvoices, ({ request, db, orgId, services: { billing, urlSigner } }) => {
    billing.closeEndedCycles(orgId);
    const buildUrl = createUrlBuilder(request);
    const entries = listInvoiceEntries(db, orgId);
    return {
      body: { data: entries.map((entry) => toInvoice(entry, buildUrl(createInvoicePdfUrl(urlSigner, entry.row)))) },
    };
  });

  bindRoute(
    tree,
    v1Routes.voidInvoice,
    ({ request, db, orgId, context, events, services, found: invoice, commitOnce, setAuditSubject }) => {
      const number = formatInvoiceNumber(invoice);
      setAuditSubject({ label: number });
      return commitOnce(invoice.invoice_id, () => {
        requireUnreversed(invoice);
        if (isPaidWithMoney(invoice))
          throw new Problem('invoice_already_paid', `${number} has been paid. Issue a credit note instead.`);
        const voided = reverseInvoice(db, invoice, context.now());
        events.publish({ type: 'usage.changed' }, orgId);
        const url = createUrlBuilder(request)(createInvoicePdfUrl(services.urlSigner, voided));
        return { body: toInvoice({ source: 'local', row: voided }, url) };
      });
    },
    requireInvoice,
  );

  bindRoute(
    tree,
    v1Routes.creditInvoice,
    ({ db, orgId, context, events, found: invoice, commitOnce, setAuditSubject }) => {
      const number = formatInvoiceNumber(invoice);
      setAuditSubject({ label: number });
      return commitOnce(invoice.invoice_id, () => {
        requireUnreversed(invoice);
        if (!isPaidWithMoney(invoice))
          throw new Problem('invoice_not_paid', `Nothing was paid for ${number}. Void it instead.`);
        const now = context.now();
        const credited = reverseInvoice(db, invoice, now);
        events.publish({ type: 'usage.changed' }, orgId);
        return {
          body: {
            credit_note: formatCreditNoteNumber(credited) ?? '',
            invoice_id: credited.invoice_id,
            amount_usd: toDollars(credited.amount_cents),
            issue_date: formatTimestamp(now),
          },
        };
      });
    },
    requireInvoice,
  );
}

const localInvoiceStatusSchema = z.enum(invoiceStatuses);

function addAppRoutes(tree: RouteTree<BillingServices>): void {
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

type InvoiceSource = { readonly db: Database; readonly services: BillingServices };

/** Serves invoice PDFs at URLs that the open workspace has signed. */
function addInvoicePdfRoute(tree: RouteTree, findWorkspace: () => InvoiceSource | undefined): void {
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
