import type { Database } from '../../platform/db/database.ts';
import { findOrganization } from '../organizations/organization-queries.ts';
import {
  countBillableMinutes,
  findCycleAt,
  findCycleStart,
  findPlan,
  getCycleStartingAt,
  type BillingCycle,
  type PlanVersion,
} from './billing-cycle.ts';
import { findClosedCycleAt, findClosedUntil, listClosedCycles } from './invoice-queries.ts';
import { listPlans } from './plan-queries.ts';
import {
  insertUsageEntry,
  listMovableUsage,
  moveUsageEntry,
  type CompletedCall,
  type UsagePlace,
} from './usage-queries.ts';

/** The plans and billing cycles of an organization. */
export type BillingAccount = {
  readonly orgId: string;
  readonly customerName: string;
  readonly createdAtMs: number;
  readonly plans: readonly PlanVersion[];
  /** The most recently closed cycle, if any. */
  readonly lastClosedCycle: BillingCycle | null;
  /** The earliest cycle without an invoice. */
  readonly openCycle: BillingCycle;
};

/** Throws if the organization does not exist or has no plan. */
export function readBillingAccount(db: Database, orgId: string): BillingAccount {
  const organization = findOrganization(db, orgId);
  if (!organization) throw new Error(`Organization ${orgId} does not exist.`);
  const createdAtMs = Date.parse(organization.created_at);
  const plans = listPlans(db, orgId);
  const closedUntil = findClosedUntil(db, orgId);
  const startMs = closedUntil ?? findCycleStart(createdAtMs, findPlan(plans, createdAtMs).anchorDay);
  return {
    orgId,
    customerName: organization.name,
    createdAtMs,
    plans,
    lastClosedCycle: listClosedCycles(db, orgId, startMs, 1)[0] ?? null,
    openCycle: getCycleStartingAt(plans, startMs),
  };
}

/**
 * Returns the cycle that contains a time. It is never after that time, even if a clock that was ahead has closed it already.
 * For a time before the first cycle, returns the first.
 */
export function findCurrentCycle(db: Database, account: BillingAccount, nowMs: number): BillingCycle {
  const { orgId, plans, openCycle, createdAtMs } = account;
  if (nowMs >= openCycle.startMs) return findCycleAt(plans, openCycle.startMs, nowMs);
  return findClosedCycleAt(db, orgId, Math.max(nowMs, createdAtMs)) ?? openCycle;
}

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
