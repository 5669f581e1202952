import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { closeCycles } from './close-cycles.ts';
import { recordUsage } from './record-usage.ts';
import { listInvoiceRows, markInvoicePaid } from './invoice-queries.ts';
import { findOpenCycleAt, readBillingAccount } from './billing-account.ts';
import { raiseUsageNotices } from './raise-usage-notices.ts';
import { listUnmeteredCalls } from './usage-queries.ts';

/**
 * Brings the billing of an organization whose calls were made up to where it would be by now, in one transaction: its
 * completed calls are counted, its past cycles closed, all invoices but the latest paid five days after their issue, and the
 * notices of the current cycle raised when its calls gave reason for them. Its plan must be there.
 */
export function seedBilling(db: Database, context: Context, orgId: string, issuer: string): void {
  const fiveDaysMs = 5 * 24 * 60 * 60 * 1000;
  db.transaction(() => {
    const ledger = readBillingAccount(db, orgId);
    const { startMs } = findOpenCycleAt(ledger, context.now());
    const calls = listUnmeteredCalls(db, orgId);
    for (const call of calls) if (call.endedAt < startMs) recordUsage(db, ledger, call);
    closeCycles({ db, context, issuer }, orgId, Infinity);
    const [, ...earlier] = listInvoiceRows(db, orgId);
    for (const { invoice_id, cycle_end } of earlier) markInvoicePaid(db, invoice_id, cycle_end + fiveDaysMs);
    const current = readBillingAccount(db, orgId);
    for (const call of calls.filter(({ endedAt }) => endedAt >= startMs)) {
      recordUsage(db, current, call);
      raiseUsageNotices({ db, context: { ...context, now: () => call.endedAt } }, current);
    }
    raiseUsageNotices({ db, context }, current);
  });
}
