import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { closeCycles } from './close-cycles.ts';
import { enterUsage } from './enter-usage.ts';
import { listInvoiceRows, markPaid } from './invoice-queries.ts';
import { cycleOf, readLedger } from './ledger.ts';
import { raiseNotices } from './raise-notices.ts';
import { listUncounted } from './usage-queries.ts';

/**
 * Brings the billing of an organization whose calls were made up to where it would be by now, in one transaction: its
 * completed calls are counted, its past cycles closed, all invoices but the latest paid five days after their issue, and the
 * notices of the current cycle raised when its calls gave reason for them. Its plan must be there.
 */
export function furnishBilling(db: Database, context: Context, orgId: string, issuer: string): void {
  const fiveDaysMs = 5 * 24 * 60 * 60 * 1000;
  db.transaction(() => {
    const ledger = readLedger(db, orgId);
    const { startMs } = cycleOf(ledger, context.now());
    const calls = listUncounted(db, orgId);
    for (const call of calls) if (call.endedAt < startMs) enterUsage(db, ledger, call);
    closeCycles({ db, context, issuer }, orgId, Infinity);
    const [, ...earlier] = listInvoiceRows(db, orgId);
    for (const { invoice_id, cycle_end } of earlier) markPaid(db, invoice_id, cycle_end + fiveDaysMs);
    const current = readLedger(db, orgId);
    for (const call of calls.filter(({ endedAt }) => endedAt >= startMs)) {
      enterUsage(db, current, call);
      raiseNotices({ db, context: { ...context, now: () => call.endedAt } }, current);
    }
    raiseNotices({ db, context }, current);
  });
}
