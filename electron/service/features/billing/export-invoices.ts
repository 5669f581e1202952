import * as z from 'zod';
import {
  invoiceLineItemsSchema,
  invoiceSchema,
  invoiceStatuses,
  type InvoiceRecord,
} from '../../../../shared/billing/invoices.ts';
import { toDollars } from '../../../../shared/text/money.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatCsvLines, formatCsvNote } from '../../platform/http/csv-lines.ts';
import { readExportedRows } from '../../platform/http/read-exported-rows.ts';
import { getIssuedAt, getNumber, mergeEntries, toInvoice, type InvoiceEntry } from './invoice-entries.ts';
import { countInvoices, listNumberedInvoiceRows, type InvoiceRow } from './invoice-queries.ts';
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

const localInvoiceSchema = invoiceSchema
  .omit({ pdf_url: true })
  .extend({ ...invoiceLineItemsSchema.shape, status: z.enum(invoiceStatuses) });

export type ExportedInvoices = { readonly entries: readonly InvoiceEntry[]; readonly unreadable: string | null };

/** Returns all invoices that can be read, newest first, and how many are left out. */
export function readExportedInvoices(db: Database, orgId: string): ExportedInvoices {
  const { items, unreadable } = readExportedRows(db, {
    noun: 'invoices',
    read: (first, last, limit) => listNumberedInvoiceRows(db, orgId, { first, last, limit }),
    convert: ({ row_id: _rowId, ...row }): InvoiceRow => {
      localInvoiceSchema.parse({ ...toInvoice({ source: 'local', row }, ''), ...toLineItems(row) });
      return row;
    },
    count: () => countInvoices(db, orgId),
  });
  return { entries: mergeEntries(db, items.toSorted(compareNewestFirst)), unreadable };
}

function compareNewestFirst(one: InvoiceRow, other: InvoiceRow): number {
  return other.cycle_start - one.cycle_start || other.number - one.number;
}

/**
 * Formats invoices as CSV (RFC 4180). Amounts always have two decimals, so that every program reads the same cents. The cells of
 * the line items are empty for an invoice of a remote. If invoices cannot be read, the last line contains their number.
 */
export function formatInvoicesCsv({ entries, unreadable }: ExportedInvoices): string {
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
  const names = Object.keys(csvColumns);
  return formatCsvLines([names, ...lines]) + (unreadable === null ? '' : formatCsvNote(unreadable, names.length));
}
