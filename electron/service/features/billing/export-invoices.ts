import { formatCsvLines } from '../../platform/http/csv-lines.ts';
import type { InvoiceRecord } from '../../../../shared/billing.ts';
import { toInvoiceRecord } from './invoice-row.ts';
import type { InvoiceRow } from './invoice-queries.ts';

const csvColumns = {
  number: ({ number }) => number,
  invoice_id: ({ invoice_id }) => invoice_id,
  issue_date: ({ issue_date }) => issue_date,
  period_start: ({ billing_period }) => billing_period.start,
  period_end: ({ billing_period }) => billing_period.end,
  plan: ({ plan_name }) => plan_name,
  minutes_used: ({ minutes_used }) => minutes_used,
  minutes_included: ({ minutes_included }) => minutes_included,
  overage_minutes: ({ overage_minutes }) => overage_minutes,
  fee_usd: ({ fee_usd }) => fee_usd.toFixed(2),
  overage_usd_per_minute: ({ overage_usd_per_minute }) => overage_usd_per_minute.toFixed(2),
  amount_usd: ({ amount_due_usd }) => amount_due_usd.toFixed(2),
  status: ({ status }) => status,
  paid_at: ({ paid_at }) => paid_at,
  reversed_at: ({ reversed_at }) => reversed_at,
  credit_note: ({ credit_note }) => credit_note,
} satisfies Record<string, (invoice: InvoiceRecord) => string | number | null>;

/** Formats invoices as CSV (RFC 4180). Amounts always have two decimals, so that every program reads the same cents. */
export function exportInvoices(rows: readonly InvoiceRow[]): string {
  const lines = rows.map((row) => {
    const invoice = toInvoiceRecord(row, '');
    return Object.values(csvColumns).map((formatCell) => formatCell(invoice));
  });
  return formatCsvLines([Object.keys(csvColumns), ...lines]);
}
