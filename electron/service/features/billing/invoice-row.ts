import type { Invoice, InvoiceRecord } from '../../../../shared/billing.ts';
import { fileRoutes } from '../../../../shared/contract.ts';
import { toDollars } from '../../../../shared/money.ts';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import { countOverageMinutes } from './usage-cost.ts';
import type { UrlSigner } from '../../platform/http/url-signer.ts';
import type { InvoiceRow } from './invoice-queries.ts';

export function toInvoice(row: InvoiceRow, pdfUrl: string): Invoice {
  return {
    invoice_id: row.invoice_id,
    amount_due_usd: toDollars(row.amount_cents),
    status: row.status,
    issue_date: formatTimestamp(row.cycle_end),
    pdf_url: pdfUrl,
  };
}

export function toInvoiceRecord(row: InvoiceRow, pdfUrl: string): InvoiceRecord {
  return {
    ...toInvoice(row, pdfUrl),
    number: formatInvoiceNumber(row),
    billing_period: { start: formatTimestamp(row.cycle_start), end: formatTimestamp(row.cycle_end) },
    plan_name: row.plan_name,
    fee_usd: toDollars(row.fee_cents),
    minutes_used: row.minutes_used,
    minutes_included: row.minutes_included,
    overage_minutes: countOverageMinutes({ minutesIncluded: row.minutes_included }, row.minutes_used),
    overage_usd_per_minute: toDollars(row.overage_cents_per_minute),
    paid_at: row.paid_at === null ? null : formatTimestamp(row.paid_at),
    reversed_at: row.reversed_at === null ? null : formatTimestamp(row.reversed_at),
    credit_note: formatCreditNoteNumber(row),
  };
}

/** Returns a signed URL of the PDF, valid for one hour and relative to the origin. */
export function createInvoicePdfUrl(signer: UrlSigner, { invoice_id }: InvoiceRow): string {
  return signer.sign(fileRoutes.getInvoicePdf, `${invoice_id}.pdf`);
}

/** `CN-0001`, or null without a credit note. */
export function formatCreditNoteNumber({ credit_note_number }: Pick<InvoiceRow, 'credit_note_number'>): string | null {
  return credit_note_number === null ? null : `CN-${String(credit_note_number).padStart(4, '0')}`;
}

/** `INV-0001`. */
export function formatInvoiceNumber({ number }: Pick<InvoiceRow, 'number'>): string {
  return `INV-${String(number).padStart(4, '0')}`;
}
