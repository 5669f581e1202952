import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { findInvoice, type InvoiceRow } from './invoice-queries.ts';
import { isBilledLocally } from './plan-queries.ts';
import { findRemoteInvoice, type RemoteInvoiceRow } from './remote/remote-invoice-queries.ts';
import { formatCreditNoteNumber, formatInvoiceNumber } from './invoice-row.ts';

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

/** Throws Problem `not_available_on_remote` if minutes and invoices are, or were, those of a remote. */
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
