import type { Database } from '../../platform/db/database.ts';
import { findInvoice, listFutureInvoiceRows, reverseInvoiceRow, type InvoiceRow } from './invoice-queries.ts';
import { readBillingAccount } from './billing-account.ts';
import { moveMisplacedUsage } from './record-usage.ts';
import { releaseUsage } from './usage-queries.ts';

/** Returns whether money was received for an invoice: then it is credited, otherwise it is voided. */
export function isPaidWithMoney({ status, amount_cents }: InvoiceRow): boolean {
  return status === 'paid' && amount_cents > 0;
}

/**
 * Voids an invoice, or credits it in full if it is paid. It keeps its number and stays in the list. If its cycle has not
 * ended, the cycle is open again and its usage is billed when it ends; a cycle that has ended is not billed again.
 */
export function reverseInvoice(db: Database, invoice: InvoiceRow, nowMs: number): InvoiceRow {
  db.transaction(() => {
    reverse(db, invoice, nowMs);
    moveMisplacedUsage(db, readBillingAccount(db, invoice.org_id), nowMs);
  });
  return findInvoice(db, invoice.org_id, invoice.invoice_id) ?? invoice;
}

/** Reverses all invoices of cycles that have not ended, which only a wrong clock makes. Returns them as they were. */
export function reverseFutureInvoices(db: Database, orgId: string, nowMs: number): readonly InvoiceRow[] {
  return db.transaction(() => {
    const invoices = listFutureInvoiceRows(db, orgId, nowMs);
    for (const invoice of invoices) reverse(db, invoice, nowMs);
    moveMisplacedUsage(db, readBillingAccount(db, orgId), nowMs);
    return invoices;
  });
}

function reverse(db: Database, invoice: InvoiceRow, nowMs: number): void {
  const closesCycle = invoice.cycle_end <= nowMs;
  reverseInvoiceRow(db, invoice, { reversedAt: nowMs, isCredited: isPaidWithMoney(invoice), closesCycle });
  if (!closesCycle) releaseUsage(db, invoice.org_id, invoice.invoice_id);
}
