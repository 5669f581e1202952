import type { InvoiceRecord } from '../../../../shared/invoices.ts';
import { toDollars } from '../../../../shared/money.ts';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import { formatCsvLines } from '../../platform/http/csv-lines.ts';
import { getIssuedAt, getNumber, type InvoiceEntry } from './invoice-entries.ts';
import { toLineItems } from './invoice-row.ts';

type Cells = Pick<InvoiceRecord, 'number' | 'invoice_id' | 'issue_date' | 'amount_due_usd' | 'status'> &
  Partial<NonNullable<InvoiceRecord['line_items']>>;

const csvColumns = {
  number: ({ number }) => number,
  invoice_id: ({ invoice_id }) => invoice_id,
  issue_date: ({ issue_date }) => issue_date,
  period_start: ({ billing_period }) => billing_period?.start,
  period_end: ({ billing_period }) => billing_period?.end,
  plan: ({ plan_name }) => plan_name,
  minutes_used: ({ minutes_used }) => minutes_used,
  minutes_included: ({ minutes_included }) => minutes_included,
  overage_minutes: ({ overage_minutes }) => overage_minutes,
  fee_usd: ({ fee_usd }) => fee_usd?.toFixed(2),
  overage_usd_per_minute: ({ overage_usd_per_minute }) => overage_usd_per_minute?.toFixed(2),
  amount_usd: ({ amount_due_usd }) => amount_due_usd.toFixed(2),
  status: ({ status }) => status,
  paid_at: ({ paid_at }) => paid_at,
  reversed_at: ({ reversed_at }) => reversed_at,
  credit_note: ({ credit_note }) => credit_note,
} satisfies Record<string, (invoice: Cells) => string | number | null | undefined>;

/**
 * Formats invoices as CSV (RFC 4180). Amounts always have two decimals, so that every program reads the same cents. The cells of
 * the line items are empty for an invoice of a remote.
 */
export function exportInvoices(entries: readonly InvoiceEntry[]): string {
  const lines = entries.map((entry) => {
    const { row } = entry;
    const cells: Cells = {
      number: getNumber(entry),
      invoice_id: row.invoice_id,
      issue_date: formatTimestamp(getIssuedAt(entry)),
      amount_due_usd: toDollars(row.amount_cents),
      status: row.status,
      ...(entry.source === 'local' && toLineItems(entry.row)),
    };
    return Object.values(csvColumns).map((formatCell) => formatCell(cells) ?? null);
  });
  return formatCsvLines([Object.keys(csvColumns), ...lines]);
}
