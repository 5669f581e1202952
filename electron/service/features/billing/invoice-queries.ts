import type { InvoiceStatus } from '../../../../shared/billing.ts';
import type { Database } from '../../platform/db/database.ts';

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
};

/** Stores an invoice with the organization's next number. */
export function insertInvoice(db: Database, invoice: Omit<InvoiceRow, 'number'>): void {
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
  return db.all<InvoiceRow>('SELECT * FROM invoice WHERE org_id = ? ORDER BY cycle_start DESC', orgId);
}

/** Returns the unpaid invoices, newest first. */
export function listOpenInvoiceRows(db: Database, orgId: string): readonly InvoiceRow[] {
  return db.all<InvoiceRow>(
    `SELECT * FROM invoice WHERE org_id = ? AND status = 'open' ORDER BY cycle_start DESC`,
    orgId,
  );
}

/** Returns the invoice of the most recently closed cycle. */
export function findLastInvoice(db: Database, orgId: string): InvoiceRow | undefined {
  return db.get<InvoiceRow>('SELECT * FROM invoice WHERE org_id = ? ORDER BY cycle_start DESC LIMIT 1', orgId);
}

export function findInvoice(db: Database, orgId: string, invoiceId: string): InvoiceRow | undefined {
  return db.get<InvoiceRow>('SELECT * FROM invoice WHERE org_id = ? AND invoice_id = ?', orgId, invoiceId);
}

/** Finds an invoice for a signed URL. A request without an API key has no organization; the signature authorizes it. */
export function findInvoiceById(db: Database, invoiceId: string): InvoiceRow | undefined {
  return db.get<InvoiceRow>('SELECT * FROM invoice WHERE invoice_id = ?', invoiceId);
}

/** Returns false if the invoice is already paid. */
export function markInvoicePaid(db: Database, orgId: string, invoiceId: string, paidAt: number): boolean {
  const sql = `UPDATE invoice SET status = 'paid', paid_at = ? WHERE org_id = ? AND invoice_id = ? AND status = 'open'`;
  return db.run(sql, paidAt, orgId, invoiceId).changes === 1;
}
