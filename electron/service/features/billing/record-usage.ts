import { countBillableMinutes } from './usage-cost.ts';
import type { Database } from '../../platform/db/database.ts';
import { findOpenCycleAt, type BillingAccount } from './billing-account.ts';
import { insertUsageEntry, type CompletedCall } from './usage-queries.ts';

/** Counts a completed call in the cycle that it ended in; an invoice never changes, so otherwise in the earliest open one. */
export function recordUsage(
  db: Database,
  ledger: BillingAccount,
  { id, durationSeconds, endedAt }: CompletedCall,
): void {
  const { startMs } = findOpenCycleAt(ledger, endedAt);
  insertUsageEntry(db, {
    callRowId: id,
    orgId: ledger.orgId,
    cycleStartMs: startMs,
    atMs: Math.max(endedAt, startMs),
    minutes: countBillableMinutes(durationSeconds),
    isCarriedOver: endedAt < startMs,
  });
}
