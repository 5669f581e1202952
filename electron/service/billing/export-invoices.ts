import Papa from 'papaparse';
import { toInvoiceRecord } from './invoice-row.ts';
import type { InvoiceRow } from './invoice-queries.ts';

/** Invoices as CSV (RFC 4180), a line each; amounts with two decimals, so that every program reads the same cents. */
export function exportInvoices(rows: readonly InvoiceRow[]): string {
  const lines = rows.map((row) => {
    const { pdf_url: _, billing_period, ...record } = toInvoiceRecord(row, '');
    return {
      number: record.number,
      invoice_id: record.invoice_id,
      issue_date: record.issue_date,
      period_start: billing_period.start,
      period_end: billing_period.end,
      plan: record.plan_name,
      minutes_used: record.minutes_used,
      minutes_included: record.minutes_included,
      overage_minutes: record.overage_minutes,
      fee_usd: record.fee_usd.toFixed(2),
      overage_usd_per_minute: record.overage_usd_per_minute.toFixed(2),
      amount_usd: record.amount_due_usd.toFixed(2),
      status: record.status,
      paid_at: record.paid_at ?? '',
    };
  });
  return `${Papa.unparse(lines, { newline: '\r\n', escapeFormulae: true })}\r\n`;
}
