import type { InvoiceRecord } from '../../../../shared/billing/invoices.ts';
import { toDollars } from '../../../../shared/text/money.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { countOverageMinutes } from './usage-cost.ts';
import type { InvoiceRow } from './invoice-queries.ts';

export function toLineItems(row: InvoiceRow): NonNullable<InvoiceRecord['line_items']> {
  return {
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

/** `CN-0001`, or null without a credit note. */
export function formatCreditNoteNumber({ credit_note_number }: Pick<InvoiceRow, 'credit_note_number'>): string | null {
  return credit_note_number === null ? null : `CN-${String(credit_note_number).padStart(4, '0')}`;
}

/** `INV-0001`. */
export function formatInvoiceNumber({ number }: Pick<InvoiceRow, 'number'>): string {
  return `INV-${String(number).padStart(4, '0')}`;
}
