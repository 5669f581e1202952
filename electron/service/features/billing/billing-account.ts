import type { Database } from '../../platform/db/database.ts';
import type { Context } from '../../platform/context.ts';
import { findOrganization } from '../organizations/organization-queries.ts';
import {
  calculateCostCents,
  countBillableMinutes,
  findCycleAt,
  findCycleStart,
  findPlan,
  getCycleStartingAt,
  type BillingCycle,
  type PlanVersion,
} from './billing-cycle.ts';
import { findClosedCycleAt, findClosedUntil, insertInvoice, listClosedCycles } from './invoice-queries.ts';
import { listPlans } from './plan-queries.ts';
import {
  hasActivity,
  insertUsageEntry,
  listMovableUsage,
  markUsageBilled,
  moveUsageEntry,
  sumUnbilledMinutes,
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
 * one, from a cycle that is invoiced, in which a clock that was behind placed it, to the open one that bills it, and back to its
 * own cycle if that is open again. Returns whether anything was moved.
 */
export function moveMisplacedUsage(db: Database, account: BillingAccount, nowMs: number): boolean {
  const current = findCurrentCycle(db, account, nowMs);
  const bounds = { openStartMs: account.openCycle.startMs, currentEndMs: current.endMs };
  const moves = listMovableUsage(db, account.orgId, bounds).flatMap(({ callRowId, cycleStartMs, endedAt }) => {
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

type CloseCyclesContext = {
  readonly db: Database;
  readonly context: Pick<Context, 'newId' | 'now'>;
  readonly issuer: string;
};

/** Successive cycles without activity that close by themselves. With more of them, the clock may be wrong. */
const maxIdleCycles = 3;

/**
 * Closes at most `maxCount` ended cycles of an organization, earliest first, and returns the number of closed cycles. Closes
 * none while ended cycles need a confirmation. Each cycle gets its invoice in a separate transaction, which reads the open
 * cycle again.
 */
export function closeCycles(closeContext: CloseCyclesContext, orgId: string, maxCount: number): number {
  const { db, context } = closeContext;
  if (findUnconfirmedCycles(db, readBillingAccount(db, orgId), context.now())) return 0;
  return closeConfirmedCycles(closeContext, orgId, maxCount);
}

/** Closes ended cycles, whether they have activity or not. */
export function closeConfirmedCycles(closeContext: CloseCyclesContext, orgId: string, maxCount: number): number {
  let count = 0;
  while (count < maxCount && closeContext.db.transaction(() => closeEarliestCycle(closeContext, orgId))) count += 1;
  return count;
}

export type UnconfirmedCycles = BillingCycle & { readonly count: number };

/**
 * Returns the ended cycles that are still open, if more than `maxIdleCycles` in a row are without activity, which a clock
 * that is ahead causes. Otherwise null.
 */
export function findUnconfirmedCycles(db: Database, account: BillingAccount, nowMs: number): UnconfirmedCycles | null {
  const { orgId, plans, openCycle, createdAtMs } = account;
  if (openCycle.endMs > nowMs) return null;
  const isIdle = (cycle: BillingCycle) => cycle.startMs > createdAtMs && !hasActivity(db, orgId, cycle);
  const closed = listClosedCycles(db, orgId, openCycle.startMs, maxIdleCycles);
  const lastActive = closed.findIndex((cycle) => !isIdle(cycle));
  let idleCount = lastActive === -1 ? closed.length : lastActive;
  let isUnconfirmed = false;
  let count = 0;
  let endMs = openCycle.startMs;
  for (let cycle = openCycle; cycle.endMs <= nowMs; cycle = getCycleStartingAt(plans, cycle.endMs)) {
    if (!isUnconfirmed) idleCount = isIdle(cycle) ? idleCount + 1 : 0;
    isUnconfirmed ||= idleCount > maxIdleCycles;
    count += 1;
    ({ endMs } = cycle);
  }
  return isUnconfirmed ? { count, startMs: openCycle.startMs, endMs } : null;
}

/** Returns false if the earliest open cycle has not ended. */
function closeEarliestCycle({ db, context, issuer }: CloseCyclesContext, orgId: string): boolean {
  const { openCycle, plans, customerName } = readBillingAccount(db, orgId);
  // The end is NaN if a damaged invoice ends later than a date can.
  if (!(openCycle.endMs <= context.now())) return false;
  const plan = findPlan(plans, openCycle.startMs);
  const minutesUsed = sumUnbilledMinutes(db, orgId, openCycle.endMs);
  const amountCents = calculateCostCents(plan, minutesUsed);
  const isFree = amountCents === 0;
  const invoiceId = context.newId('inv');
  insertInvoice(db, {
    invoice_id: invoiceId,
    org_id: orgId,
    cycle_start: openCycle.startMs,
    cycle_end: openCycle.endMs,
    issuer,
    customer: customerName,
    plan_name: plan.name,
    fee_cents: plan.feeCents,
    minutes_included: plan.minutesIncluded,
    overage_cents_per_minute: plan.overageCentsPerMinute,
    minutes_used: minutesUsed,
    amount_cents: amountCents,
    status: isFree ? 'paid' : 'open',
    paid_at: isFree ? openCycle.endMs : null,
  });
  markUsageBilled(db, orgId, openCycle.endMs, invoiceId);
  return true;
}
