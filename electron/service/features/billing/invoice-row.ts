import type { InvoiceRecord, InvoiceStatus } from '../../../../shared/billing/invoices.ts';
import { toDollars } from '../../../../shared/text/money.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { countOverageMinutes } from './billing-cycle.ts';

/** A row of the table `invoice`. The issue date is the end of the cycle. */
export type InvoiceRow = {
  readonly invoice_id: string;
  readonly org_id: string;
  readonly number: number;
  readonly cycle_start: number;
  readonly cycle_end: number;
  readonly issuer: string;
  readonly customer: string;
  readonly plan_name: string;
  readonly fee_cents: number;
  readonly minutes_included: number;
  readonly overage_cents_per_minute: number;
  readonly minutes_used: number;
  readonly amount_cents: number;
  readonly status: InvoiceStatus;
  readonly paid_at: number | null;
  /** When it was voided or credited in full. */
  readonly reversed_at: number | null;
  readonly credit_note_number: number | null;
  /** 0 if it was reversed before its cycle ended: the cycle is open again. */
  readonly closes_cycle: 0 | 1;
};

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
