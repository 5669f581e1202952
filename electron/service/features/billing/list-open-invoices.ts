import type { OpenInvoice } from '../../../../shared/attention.ts';
import { toDollars } from '../../../../shared/money.ts';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { listOpenInvoiceRows } from './invoice-queries.ts';
import { formatInvoiceNumber } from './invoice-row.ts';

/** Returns the unpaid invoices, newest first. */
export function listOpenInvoices(db: Database, orgId: string): readonly OpenInvoice[] {
  return listOpenInvoiceRows(db, orgId).map((row) => ({
    invoice_id: row.invoice_id,
    number: formatInvoiceNumber(row),
    amount_due_usd: toDollars(row.amount_cents),
    issue_date: formatTimestamp(row.cycle_end),
  }));
}
