import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findInvoice, listFutureInvoiceRows, reverseInvoiceRow } from './invoice-queries.ts';
import { formatCreditNoteNumber, formatInvoiceNumber, type InvoiceRow } from './invoice-row.ts';
import { moveMisplacedUsage, readBillingAccount } from './billing-account.ts';
import { releaseUsage } from './usage-queries.ts';
import { isBilledLocally } from './plan-queries.ts';
import { findRemoteInvoice, type RemoteInvoiceRow } from './remote/remote-billing-queries.ts';

/** Returns whether money was received for an invoice: then it is credited, otherwise it is voided. */
export function isPaidWithMoney({ status, amount_cents }: InvoiceRow): boolean {
  return status === 'paid' && amount_cents > 0;
}

/**
 * Voids an invoice, or credits it in full if it is paid. It keeps its number and stays in the list. If its cycle has not
 * ended, the cycle is open again and its usage is billed when it ends; a cycle that has ended is not billed again.
 */
export function reverseInvoice(db: Database, invoice: InvoiceRow, nowMs: number): InvoiceRow {
  db.transaction(() => {
    reverse(db, invoice, nowMs);
    moveMisplacedUsage(db, readBillingAccount(db, invoice.org_id), nowMs);
  });
  return findInvoice(db, invoice.org_id, invoice.invoice_id) ?? invoice;
}

/** Reverses all invoices of cycles that have not ended, which only a wrong clock makes. Returns them as they were. */
export function reverseFutureInvoices(db: Database, orgId: string, nowMs: number): readonly InvoiceRow[] {
  return db.transaction(() => {
    const invoices = listFutureInvoiceRows(db, orgId, nowMs);
    for (const invoice of invoices) reverse(db, invoice, nowMs);
    moveMisplacedUsage(db, readBillingAccount(db, orgId), nowMs);
    return invoices;
  });
}

function reverse(db: Database, invoice: InvoiceRow, nowMs: number): void {
  const closesCycle = invoice.cycle_end <= nowMs;
  reverseInvoiceRow(db, invoice, { reversedAt: nowMs, isCredited: isPaidWithMoney(invoice), closesCycle });
  if (!closesCycle) releaseUsage(db, invoice.org_id, invoice.invoice_id);
}

type InvoiceContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly invoice_id: string };
};

/** Throws Problem `invoice_not_found`, or `not_available_on_remote` if it is not billed here. */
export function requireInvoice({ db, orgId, params: { invoice_id } }: InvoiceContext): InvoiceRow {
  const invoice = findInvoice(db, orgId, invoice_id);
  if (!invoice && !findRemoteInvoice(db, invoice_id)) throw createNotFound(invoice_id);
  requireLocalBilling(db, orgId);
  if (!invoice) throw createNotFound(invoice_id);
  return invoice;
}

/** Throws Problem `invoice_not_found`. */
export function requireRemoteInvoice({ db, params: { invoice_id } }: InvoiceContext): RemoteInvoiceRow {
  const invoice = findRemoteInvoice(db, invoice_id);
  if (!invoice) throw createNotFound(invoice_id);
  return invoice;
}

/** Throws Problem `not_available_on_remote` if minutes and invoices are, or were, a remote's. */
export function requireLocalBilling(db: Database, orgId: string): void {
  if (isBilledLocally(db, orgId)) return;
  throw new Problem(
    'not_available_on_remote',
    'The remote that this workspace is or was linked to issues the invoices. They can’t be changed here.',
  );
}

function createNotFound(invoiceId: string): Problem {
  return new Problem('invoice_not_found', `There is no invoice with the ID ${JSON.stringify(invoiceId)}.`);
}

/** Throws Problem `invoice_reversed` if the invoice was voided or credited. */
export function requireUnreversed(invoice: InvoiceRow): void {
  if (invoice.reversed_at === null) return;
  const creditNote = formatCreditNoteNumber(invoice);
  const state = creditNote === null ? 'is already void' : `has already been credited by ${creditNote}`;
  throw new Problem('invoice_reversed', `${formatInvoiceNumber(invoice)} ${state}.`);
}
