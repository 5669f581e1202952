import { findPlan, getCycleStartingAt, type BillingCycle, calculateCostCents } from './billing-cycle.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertInvoice, listClosedCycles } from './invoice-queries.ts';
import { readBillingAccount, type BillingAccount } from './billing-account.ts';
import { hasActivity, markUsageBilled, sumUnbilledMinutes } from './usage-queries.ts';

export type CloseCyclesContext = {
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
