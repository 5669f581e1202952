import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findInvoice, type InvoiceRow } from './invoice-queries.ts';
import { formatCreditNoteNumber, formatInvoiceNumber } from './invoice-row.ts';

type InvoiceContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly invoice_id: string };
};

/** Throws Problem `invoice_not_found`. */
export function requireInvoice({ db, orgId, params: { invoice_id } }: InvoiceContext): InvoiceRow {
  const invoice = findInvoice(db, orgId, invoice_id);
  if (!invoice)
    throw new Problem('invoice_not_found', `There is no invoice with the ID ${JSON.stringify(invoice_id)}.`);
  return invoice;
}

/** Throws Problem `invoice_reversed` if the invoice was voided or credited. */
export function requireUnreversed(invoice: InvoiceRow): void {
  if (invoice.reversed_at === null) return;
  const creditNote = formatCreditNoteNumber(invoice);
  const state = creditNote === null ? 'is already void' : `has already been credited by ${creditNote}`;
  throw new Problem('invoice_reversed', `${formatInvoiceNumber(invoice)} ${state}.`);
}
