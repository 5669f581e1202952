import { Readable } from 'node:stream';
import * as z from 'zod';
import yazl from 'yazl';
import {
  invoiceLineItemsSchema,
  invoiceSchema,
  invoiceStatuses,
  type InvoiceRecord,
} from '../../../../shared/billing/invoices.ts';
import { toDollars } from '../../../../shared/text/money.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { formatInvoiceFileName } from '../../../../shared/billing/invoice-file-name.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatCsvHeader, formatCsvLines, formatCsvNote } from '../../platform/http/download.ts';
import { readExportedRows } from '../../platform/http/read-exported-rows.ts';
import { getIssuedAt, getNumber, mergeEntries, toInvoice, type InvoiceEntry } from './invoice-entries.ts';
import { countInvoices, listNumberedInvoiceRows } from './invoice-queries.ts';
import { toLineItems, type InvoiceRow } from './invoice-row.ts';

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

type ExportedInvoices = { readonly entries: readonly InvoiceEntry[]; readonly unreadable: string | null };

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
  return (
    formatCsvHeader(names) +
    formatCsvLines(lines) +
    (unreadable === null ? '' : formatCsvNote(unreadable, names.length))
  );
}

/** Returns null if the PDF is not downloaded. */
type ReadPdf = (entry: InvoiceEntry) => Promise<Uint8Array | null>;

/** Streams a ZIP of the invoices as PDFs and CSV. Reads one PDF at a time, and lists those that are not downloaded. */
export function bundleInvoices(invoices: ExportedInvoices, readPdf: ReadPdf): ReadableStream<Uint8Array> {
  const { entries } = invoices;
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable; // yazl declares a narrower type
  const latest = toFileTime(Math.max(...entries.map(getIssuedAt)));
  zip.addBuffer(Buffer.from(formatInvoicesCsv(invoices)), 'invoices.csv', { mtime: latest });
  const addAll = async () => {
    const missing: string[] = [];
    for (const [index, entry] of entries.entries()) {
      if (output.destroyed) return;
      const bytes = await readPdf(entry);
      const mtime = toFileTime(getIssuedAt(entry));
      // A PDF is already compressed.
      if (bytes) zip.addBuffer(Buffer.from(bytes), createEntryName(entry, index), { mtime, compress: false });
      else missing.push(getNumber(entry));
    }
    const list = ['These PDFs have not been downloaded from the remote yet:', ...missing, ''].join('\n');
    if (missing.length > 0) zip.addBuffer(Buffer.from(list), 'not-downloaded.txt', { mtime: latest });
    zip.end();
  };
  addAll().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return Readable.toWeb(output) as ReadableStream<Uint8Array>; // Node and DOM declare the same object differently
}

/** The times of files in a ZIP start in 1980 (APPNOTE.TXT, section 4.4.6). A remote can send earlier ones, which yazl cannot write. */
function toFileTime(timeMs: number): Date {
  return new Date(Math.max(timeMs, Date.UTC(1980, 0, 2)));
}

/** Two IDs of a remote can differ only in characters that file names cannot have, so its names are numbered. */
function createEntryName(entry: InvoiceEntry, index: number): string {
  const name = formatInvoiceFileName({ number: getNumber(entry) }).slice(0, -'.pdf'.length);
  const issued = formatTimestamp(getIssuedAt(entry)).slice(0, 10);
  return `${entry.source === 'remote' ? `${index + 1} ` : ''}${name} ${issued}.pdf`;
}
