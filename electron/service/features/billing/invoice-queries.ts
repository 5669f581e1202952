import type { Database } from '../../platform/db/database.ts';
import type { InvoiceRow } from './invoice-row.ts';

type NumberedInvoiceRow = InvoiceRow & { readonly row_id: number };

/** The parts of an invoice that a reversal sets later. */
type Reversal = Pick<InvoiceRow, 'reversed_at' | 'credit_note_number' | 'closes_cycle'>;

/** Stores an invoice with the organization's next number. */
export function insertInvoice(db: Database, invoice: Omit<InvoiceRow, 'number' | keyof Reversal>): void {
  db.run(
    `INSERT INTO invoice (invoice_id, org_id, number, cycle_start, cycle_end, issuer, customer, plan_name, fee_cents,
       minutes_included, overage_cents_per_minute, minutes_used, amount_cents, status, paid_at)
     VALUES (?, ?, (SELECT coalesce(max(number), 0) + 1 FROM invoice WHERE org_id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    invoice.invoice_id,
    invoice.org_id,
    invoice.org_id,
    invoice.cycle_start,
    invoice.cycle_end,
    invoice.issuer,
    invoice.customer,
    invoice.plan_name,
    invoice.fee_cents,
    invoice.minutes_included,
    invoice.overage_cents_per_minute,
    invoice.minutes_used,
    invoice.amount_cents,
    invoice.status,
    invoice.paid_at,
  );
}

/** Returns all invoices, newest first. */
export function listInvoiceRows(db: Database, orgId: string): readonly InvoiceRow[] {
  return db.all<InvoiceRow>('SELECT * FROM invoice WHERE org_id = ? ORDER BY cycle_start DESC, number DESC', orgId);
}

/** Returns invoices by row id, which no damage of an index prevents. */
export function listNumberedInvoiceRows(
  db: Database,
  orgId: string,
  page: { readonly first: number; readonly last: number; readonly limit: number },
): readonly NumberedInvoiceRow[] {
  return db.all<NumberedInvoiceRow>(
    `SELECT rowid AS row_id, * FROM invoice NOT INDEXED
     WHERE org_id = ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?`,
    orgId,
    page.first,
    page.last,
    page.limit,
  );
}

export function countInvoices(db: Database, orgId: string): number {
  return Number(db.get('SELECT count(*) AS count FROM invoice WHERE org_id = ?', orgId)?.['count']);
}

/** Returns the unpaid invoices, newest first. */
export function listOpenInvoiceRows(db: Database, orgId: string): readonly InvoiceRow[] {
  return db.all<InvoiceRow>(
    `SELECT * FROM invoice WHERE org_id = ? AND status = 'open' ORDER BY cycle_start DESC`,
    orgId,
  );
}

/**
 * Returns the end of the cycles that are closed without a gap, from the first invoice; null without invoices. It ends, too, if
 * another program changed an invoice to end before it begins.
 */
export function findClosedUntil(db: Database, orgId: string): number | null {
  const row = db.get<{ readonly closed_until: number | null }>(
    `WITH RECURSIVE closed (until) AS (
       SELECT min(cycle_start) FROM invoice WHERE org_id = ?
       UNION
       SELECT cycle_end FROM closed JOIN invoice ON org_id = ? AND cycle_start = until AND closes_cycle = 1
     ) SELECT max(until) AS closed_until FROM closed`,
    orgId,
    orgId,
  );
  return row?.closed_until ?? null;
}

/** Returns the latest closed cycles that ended at `untilMs` or earlier, latest first. */
export function listClosedCycles(
  db: Database,
  orgId: string,
  untilMs: number,
  limit: number,
): readonly { readonly startMs: number; readonly endMs: number }[] {
  return db.all(
    `SELECT cycle_start AS startMs, cycle_end AS endMs FROM invoice
     WHERE org_id = ? AND closes_cycle = 1 AND cycle_end <= ? ORDER BY cycle_start DESC LIMIT ?`,
    orgId,
    untilMs,
    limit,
  );
}

/** Returns the closed cycle that contains a time. */
export function findClosedCycleAt(
  db: Database,
  orgId: string,
  atMs: number,
): { readonly startMs: number; readonly endMs: number } | undefined {
  return db.get(
    `SELECT cycle_start AS startMs, cycle_end AS endMs FROM invoice
     WHERE org_id = ? AND closes_cycle = 1 AND cycle_start <= ? AND cycle_end > ?`,
    orgId,
    atMs,
    atMs,
  );
}

/** Returns the invoices of cycles that end after `nowMs` and are not reversed, earliest first. Only a wrong clock makes them. */
export function listFutureInvoiceRows(db: Database, orgId: string, nowMs: number): readonly InvoiceRow[] {
  return db.all<InvoiceRow>(
    'SELECT * FROM invoice WHERE org_id = ? AND cycle_end > ? AND reversed_at IS NULL ORDER BY cycle_start',
    orgId,
    nowMs,
  );
}

export function findInvoice(db: Database, orgId: string, invoiceId: string): InvoiceRow | undefined {
  return db.get<InvoiceRow>('SELECT * FROM invoice WHERE org_id = ? AND invoice_id = ?', orgId, invoiceId);
}

/** Finds an invoice for a signed URL. A request without an API key has no organization; the signature authorizes it. */
export function findInvoiceById(db: Database, invoiceId: string): InvoiceRow | undefined {
  return db.get<InvoiceRow>('SELECT * FROM invoice WHERE invoice_id = ?', invoiceId);
}

/** Stores a reversal, and the next number of a credit note if it `isCredited`. */
export function reverseInvoiceRow(
  db: Database,
  { org_id, invoice_id }: InvoiceRow,
  reversal: { readonly reversedAt: number; readonly isCredited: boolean; readonly closesCycle: boolean },
): void {
  const { reversedAt, isCredited, closesCycle } = reversal;
  db.run(
    isCredited
      ? `UPDATE invoice SET reversed_at = ?, closes_cycle = ?, credit_note_number =
           (SELECT coalesce(max(credit_note_number), 0) + 1 FROM invoice AS other WHERE other.org_id = invoice.org_id)
         WHERE org_id = ? AND invoice_id = ?`
      : `UPDATE invoice SET reversed_at = ?, closes_cycle = ?, status = 'void', paid_at = NULL
         WHERE org_id = ? AND invoice_id = ?`,
    reversedAt,
    Number(closesCycle),
    org_id,
    invoice_id,
  );
}

/** Returns false if the invoice is not open. */
export function markInvoicePaid(db: Database, orgId: string, invoiceId: string, paidAt: number): boolean {
  const sql = `UPDATE invoice SET status = 'paid', paid_at = ? WHERE org_id = ? AND invoice_id = ? AND status = 'open'`;
  return db.run(sql, paidAt, orgId, invoiceId).changes === 1;
}
