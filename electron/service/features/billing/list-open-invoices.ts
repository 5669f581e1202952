// Public: other features may import this file.
import type { OpenInvoice } from '../../../../shared/window/attention.ts';
import { toDollars } from '../../../../shared/text/money.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { listOpenInvoiceRows } from './invoice-queries.ts';
import { formatInvoiceNumber } from './invoice-row.ts';
import { isBilledLocally } from './plan-queries.ts';
import { findConnection } from '../connection/connection-queries.ts';
import { listRemoteInvoices } from './remote/remote-invoice-queries.ts';

/** Returns the unpaid invoices, newest first: those of the remote in a linked workspace, and none after it was unlinked. */
export function listOpenInvoices(db: Database, orgId: string): readonly OpenInvoice[] {
  if (!isBilledLocally(db, orgId)) return listOpenRemoteInvoices(db);
  return listOpenInvoiceRows(db, orgId).map((row) => ({
    invoice_id: row.invoice_id,
    number: formatInvoiceNumber(row),
    amount_due_usd: toDollars(row.amount_cents),
    issue_date: formatTimestamp(row.cycle_end),
  }));
}

function listOpenRemoteInvoices(db: Database): readonly OpenInvoice[] {
  if (!findConnection(db)) return [];
  const open = listRemoteInvoices(db).filter(({ status }) => status.toLowerCase() === 'open');
  return open.map((row) => ({
    invoice_id: row.invoice_id,
    number: row.remote_id,
    amount_due_usd: toDollars(row.amount_cents),
    issue_date: formatTimestamp(row.issued_at),
  }));
}
