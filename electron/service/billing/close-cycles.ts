import { planFor } from '../../../shared/billing-cycle.ts';
import { costOf } from '../../../shared/usage-cost.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { insertInvoice } from './invoice-queries.ts';
import { readLedger } from './ledger.ts';
import { sumMinutes } from './usage-queries.ts';

export type Closing = {
  readonly db: Database;
  readonly context: Pick<Context, 'newId' | 'now'>;
  readonly issuer: string;
};

/**
 * Closes the cycles of an organization that have ended, the earliest first, at most `most` of them; each with its invoice
 * in a transaction of its own, which looks anew for the earliest that is open. Gives how many it closed.
 */
export function closeCycles(closing: Closing, orgId: string, most: number): number {
  let count = 0;
  while (count < most && closing.db.transaction(() => closeEarliest(closing, orgId))) count += 1;
  return count;
}

/** False where it has not ended. */
function closeEarliest({ db, context, issuer }: Closing, orgId: string): boolean {
  const { open, plans, customer } = readLedger(db, orgId);
  if (open.endMs > context.now()) return false;
  const plan = planFor(plans, open.startMs);
  const minutesUsed = sumMinutes(db, orgId, open);
  const amountCents = costOf(plan, minutesUsed);
  const isFree = amountCents === 0;
  insertInvoice(db, {
    invoice_id: context.newId('inv'),
    org_id: orgId,
    cycle_start: open.startMs,
    cycle_end: open.endMs,
    issuer,
    customer,
    plan_name: plan.name,
    fee_cents: plan.feeCents,
    minutes_included: plan.minutesIncluded,
    overage_cents_per_minute: plan.overageCentsPerMinute,
    minutes_used: minutesUsed,
    amount_cents: amountCents,
    status: isFree ? 'paid' : 'open',
    paid_at: isFree ? open.endMs : null,
  });
  return true;
}
