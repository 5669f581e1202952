import type { Invoice, InvoiceRecord } from '../../../../shared/billing/invoices.ts';
import { fileRoutes } from '../../../../shared/contract/contract.ts';
import { toDollars } from '../../../../shared/text/money.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UrlSigner } from '../../platform/http/url-signer.ts';
import { findInvoiceById, listInvoiceRows } from './invoice-queries.ts';
import { formatInvoiceNumber, toLineItems, type InvoiceRow } from './invoice-row.ts';
import { isBilledLocally } from './plan-queries.ts';
import type { InvoicePdfFiles } from './remote/invoice-downloads.ts';
import { findRemoteInvoice, listRemoteInvoices, type RemoteInvoiceRow } from './remote/remote-billing-queries.ts';
import type { Billing } from './billing.ts';

/** An invoice of this workspace or of its remote. */
export type InvoiceEntry =
  | { readonly source: 'local'; readonly row: InvoiceRow }
  | { readonly source: 'remote'; readonly row: RemoteInvoiceRow };

/** Returns all invoices, newest first: the remote's, and those that were issued here before the workspace was linked. */
export function listInvoiceEntries(db: Database, orgId: string): readonly InvoiceEntry[] {
  return mergeEntries(db, listInvoiceRows(db, orgId));
}

/** Adds the remote's invoices to those that were issued here, which are given with the newest first. */
export function mergeEntries(db: Database, localRows: readonly InvoiceRow[]): readonly InvoiceEntry[] {
  const local = localRows.map((row) => ({ source: 'local', row }) as const);
  const remote = listRemoteInvoices(db).map((row) => ({ source: 'remote', row }) as const);
  if (remote.length === 0) return local;
  return [...remote, ...local].toSorted((a, b) => getIssuedAt(b) - getIssuedAt(a));
}

/** Finds an invoice for a signed URL. A request without an API key has no organization; the signature authorizes it. */
export function findInvoiceEntry(db: Database, invoiceId: string): InvoiceEntry | undefined {
  const local = findInvoiceById(db, invoiceId);
  if (local) return { source: 'local', row: local };
  const remote = findRemoteInvoice(db, invoiceId);
  return remote && { source: 'remote', row: remote };
}

export function getIssuedAt(entry: InvoiceEntry): number {
  return entry.source === 'local' ? entry.row.cycle_end : entry.row.issued_at;
}

/** The number of a local invoice, or the ID that the remote gave to its own. */
export function getNumber(entry: InvoiceEntry): string {
  return entry.source === 'local' ? formatInvoiceNumber(entry.row) : entry.row.remote_id;
}

export function toInvoice(entry: InvoiceEntry, pdfUrl: string): Invoice {
  return {
    invoice_id: entry.row.invoice_id,
    amount_due_usd: toDollars(entry.row.amount_cents),
    status: entry.row.status,
    issue_date: formatTimestamp(getIssuedAt(entry)),
    pdf_url: pdfUrl,
  };
}

type RecordContext = {
  readonly db: Database;
  readonly services: { readonly billing: { readonly pdfFiles: InvoicePdfFiles }; readonly urlSigner: UrlSigner };
};

export function toInvoiceRecord({ db, services }: RecordContext, entry: InvoiceEntry): InvoiceRecord {
  const pdfUrl = createInvoicePdfUrl(services.urlSigner, entry.row);
  return {
    ...toInvoice(entry, pdfUrl),
    number: getNumber(entry),
    ...(entry.source === 'local'
      ? { line_items: toLineItems(entry.row), is_changeable: isBilledLocally(db, entry.row.org_id), error: null }
      : { ...describeRemotePdf(entry.row, pdfUrl, services.billing.pdfFiles), line_items: null, is_changeable: false }),
  };
}

function describeRemotePdf(
  row: RemoteInvoiceRow,
  pdfUrl: string,
  files: InvoicePdfFiles,
): Pick<InvoiceRecord, 'pdf_url' | 'error'> {
  const noPdf = row.pdf_url === '' ? 'The remote sent no PDF for this invoice.' : null;
  const hasPdf = row.pdf_sha256 !== null && files.has(row.pdf_sha256);
  return { pdf_url: hasPdf ? pdfUrl : null, error: row.error ?? row.pdf_error ?? noPdf };
}

/** Returns a signed URL of the PDF, valid for one hour and relative to the origin. */
export function createInvoicePdfUrl(signer: UrlSigner, { invoice_id }: Pick<InvoiceRow, 'invoice_id'>): string {
  return signer.sign(fileRoutes.getInvoicePdf, `${invoice_id}.pdf`);
}

/** Renders the PDF of a local invoice, or reads the downloaded one of a remote's. Returns null if it is not downloaded. */
export async function readInvoicePdf(
  {
    invoiceRenderer,
    pdfFiles,
  }: Pick<Billing, 'pdfFiles'> & { readonly invoiceRenderer: Pick<Billing['invoiceRenderer'], 'render'> },
  { source, row }: InvoiceEntry,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (source === 'local') return invoiceRenderer.render(row);
  return row.pdf_sha256 === null ? null : pdfFiles.read(row.pdf_sha256);
}
