import { countBillableMinutes } from './usage-cost.ts';
import type { Database } from '../../platform/db/database.ts';
import { findOpenCycleAt, type BillingAccount } from './billing-account.ts';
import { insertUsageEntry, type CompletedCall } from './usage-queries.ts';

/** Meters a completed call in the cycle in which it ended. If that cycle is already invoiced, in the earliest open cycle. */
export function recordUsage(
  db: Database,
  account: BillingAccount,
  { id, durationSeconds, endedAt }: CompletedCall,
): void {
  const { startMs } = findOpenCycleAt(account, endedAt);
  insertUsageEntry(db, {
    callRowId: id,
    orgId: account.orgId,
    cycleStartMs: startMs,
    atMs: Math.max(endedAt, startMs),
    minutes: countBillableMinutes(durationSeconds),
    isCarriedOver: endedAt < startMs,
  });
}
