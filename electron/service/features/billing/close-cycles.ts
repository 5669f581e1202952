import { findPlan } from './billing-cycle.ts';
import { calculateCostCents } from './usage-cost.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertInvoice } from './invoice-queries.ts';
import { readBillingAccount } from './billing-account.ts';
import { sumMinutes } from './usage-queries.ts';

export type CloseCyclesContext = {
  readonly db: Database;
  readonly context: Pick<Context, 'newId' | 'now'>;
  readonly issuer: string;
};

/**
 * Closes at most `maxCount` ended cycles of an organization, earliest first, and returns the number of closed cycles. Each
 * cycle gets its invoice in a separate transaction, which reads the open cycle again.
 */
export function closeCycles(closeContext: CloseCyclesContext, orgId: string, maxCount: number): number {
  let count = 0;
  while (count < maxCount && closeContext.db.transaction(() => closeEarliestCycle(closeContext, orgId))) count += 1;
  return count;
}

/** Returns false if the earliest open cycle has not ended. */
function closeEarliestCycle({ db, context, issuer }: CloseCyclesContext, orgId: string): boolean {
  const { openCycle, plans, customerName } = readBillingAccount(db, orgId);
  if (openCycle.endMs > context.now()) return false;
  const plan = findPlan(plans, openCycle.startMs);
  const minutesUsed = sumMinutes(db, orgId, openCycle);
  const amountCents = calculateCostCents(plan, minutesUsed);
  const isFree = amountCents === 0;
  insertInvoice(db, {
    invoice_id: context.newId('inv'),
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
  return true;
}
