import { countMinutes } from '../../../shared/usage-cost.ts';
import type { Database } from '../db/database.ts';
import { cycleOf, type Ledger } from './ledger.ts';
import { insertUsage, type UncountedCall } from './usage-queries.ts';

/** Counts a completed call in the cycle that it ended in; an invoice never changes, so otherwise in the earliest open one. */
export function enterUsage(db: Database, ledger: Ledger, { id, durationSeconds, endedAt }: UncountedCall): void {
  const { startMs } = cycleOf(ledger, endedAt);
  insertUsage(db, {
    call: id,
    orgId: ledger.orgId,
    cycleStartMs: startMs,
    atMs: Math.max(endedAt, startMs),
    minutes: countMinutes(durationSeconds),
    isCarried: endedAt < startMs,
  });
}
