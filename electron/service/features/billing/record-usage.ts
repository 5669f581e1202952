import { findCycleAt, type BillingCycle } from './billing-cycle.ts';
import { countBillableMinutes } from './usage-cost.ts';
import type { Database } from '../../platform/db/database.ts';
import { findCurrentCycle, type BillingAccount } from './billing-account.ts';
import {
  insertUsageEntry,
  listMovableUsage,
  moveUsageEntry,
  type CompletedCall,
  type UsagePlace,
} from './usage-queries.ts';

/** Meters a completed call in the cycle in which it ended. If that cycle is already invoiced, in the earliest open cycle. */
export function recordUsage(db: Database, account: BillingAccount, call: CompletedCall, nowMs: number): void {
  insertUsageEntry(db, {
    ...placeUsage(account, findCurrentCycle(db, account, nowMs), call.endedAt, nowMs),
    callRowId: call.id,
    orgId: account.orgId,
    minutes: countBillableMinutes(call.durationSeconds),
  });
}

/**
 * Moves unbilled usage to the cycle that it belongs to by the present clock: from a cycle that has not begun to the current
 * one, and back to its own cycle if that is open again. Returns whether anything was moved.
 */
export function moveMisplacedUsage(db: Database, account: BillingAccount, nowMs: number): boolean {
  const current = findCurrentCycle(db, account, nowMs);
  const moves = listMovableUsage(db, account.orgId, current.endMs).flatMap(({ callRowId, cycleStartMs, endedAt }) => {
    // Moved before, to a cycle that has ended since and is billed next.
    if (endedAt >= current.endMs && cycleStartMs <= current.startMs) return [];
    const place = placeUsage(account, current, endedAt, nowMs);
    return place.cycleStartMs === cycleStartMs ? [] : [{ callRowId, place }];
  });
  if (moves.length === 0) return false;
  db.transaction(() => {
    for (const { callRowId, place } of moves) moveUsageEntry(db, callRowId, place);
  });
  return true;
}

function placeUsage(account: BillingAccount, current: BillingCycle, endedAt: number, nowMs: number): UsagePlace {
  const { startMs, endMs } = findUsageCycle(account, current, endedAt);
  return {
    cycleStartMs: startMs,
    atMs: Math.max(startMs, endedAt < endMs ? endedAt : nowMs),
    isCarriedOver: endedAt < startMs || endedAt >= endMs,
  };
}

function findUsageCycle({ plans, openCycle }: BillingAccount, current: BillingCycle, endedAt: number): BillingCycle {
  if (endedAt >= current.endMs) return current;
  if (endedAt >= openCycle.startMs) return findCycleAt(plans, openCycle.startMs, endedAt);
  // The cycle is invoiced. The open one has not begun if a clock that was ahead has closed the current one.
  return current.startMs < openCycle.startMs ? current : openCycle;
}
