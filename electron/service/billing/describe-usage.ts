import { dayMs, daysOf, planFor, type Cycle, type Plan } from '../../../shared/billing-cycle.ts';
import type { BillingOverview, CycleOverview, Projection, Usage } from '../../../shared/billing.ts';
import { toDollars } from '../../../shared/money.ts';
import { costOf, overageOf } from '../../../shared/usage-cost.ts';
import type { Database } from '../db/database.ts';
import { toTimestamp } from './invoice-row.ts';
import { cycleOf, readLedger, type Ledger } from './ledger.ts';
import { listNotices } from './notice-queries.ts';
import { projectUsage, type UsageProjection } from './project-usage.ts';
import { sumKnownCalls, sumMinutes, sumMinutesByDay } from './usage-queries.ts';

type Current = { readonly ledger: Ledger; readonly cycle: Cycle; readonly plan: Plan; readonly minutesUsed: number };

/** The current cycle of an organization whose ended ones are closed. */
export function describeUsage(db: Database, orgId: string, nowMs: number): Usage {
  return toUsage(readCurrent(db, orgId, nowMs));
}

/** The same cycle with its plan, and where it is likely to end. */
export function describeCycle(db: Database, orgId: string, nowMs: number): CycleOverview {
  return toCycleOverview(db, readCurrent(db, orgId, nowMs), nowMs);
}

export function describeOverview(db: Database, orgId: string, nowMs: number): BillingOverview {
  const current = readCurrent(db, orgId, nowMs);
  const { cycle, minutesUsed } = current;
  const known = sumKnownCalls(db, orgId, cycle);
  return {
    ...toCycleOverview(db, current, nowMs),
    days: describeDays(db, current, nowMs),
    notices: listNotices(db, orgId, cycle.startMs).map(({ notice_id, kind, raised_at, minutes_used }) => ({
      notice_id,
      kind,
      raised_at: toTimestamp(raised_at),
      minutes_used,
    })),
    reconciliation: {
      calls: known.calls,
      known_minutes: known.minutes,
      unexplained_minutes: minutesUsed - known.minutes,
    },
  };
}

function readCurrent(db: Database, orgId: string, nowMs: number): Current {
  const ledger = readLedger(db, orgId);
  const cycle = cycleOf(ledger, nowMs);
  const plan = planFor(ledger.plans, cycle.startMs);
  return { ledger, cycle, plan, minutesUsed: sumMinutes(db, orgId, cycle) };
}

function toCycleOverview(db: Database, current: Current, nowMs: number): CycleOverview {
  const { ledger, cycle, plan, minutesUsed } = current;
  const overage_usd_per_minute = toDollars(plan.overageCentsPerMinute);
  return {
    plan: { name: plan.name, fee_usd: toDollars(plan.feeCents), overage_usd_per_minute },
    usage: toUsage(current),
    projection: toProjection(plan, projectUsage(db, ledger, cycle, nowMs, minutesUsed)),
  };
}

function toUsage({ cycle, plan, minutesUsed }: Current): Usage {
  return {
    billing_period: { start: toTimestamp(cycle.startMs), end: toTimestamp(cycle.endMs) },
    minutes_used: minutesUsed,
    minutes_included: plan.minutesIncluded,
    overage_minutes: overageOf(plan, minutesUsed),
    estimated_cost_usd: toDollars(costOf(plan, minutesUsed)),
  };
}

/** No minutes on a day is something else than a day of which nothing can be known. */
function describeDays(db: Database, { ledger, cycle }: Current, nowMs: number): BillingOverview['days'] {
  const byDay = sumMinutesByDay(db, ledger.orgId, cycle);
  return daysOf(cycle).map((startMs, day) => {
    const isKnown = startMs <= nowMs && startMs + dayMs > ledger.createdAtMs;
    return { start: toTimestamp(startMs), minutes: byDay.get(day) ?? (isKnown ? 0 : null) };
  });
}

function toProjection(plan: Plan, projected: UsageProjection | null): Projection {
  if (!projected) return null;
  const { minutes, days, daysBefore } = projected;
  const cost_usd = { low: toDollars(costOf(plan, minutes.low)), high: toDollars(costOf(plan, minutes.high)) };
  return { minutes, cost_usd, days, days_before: daysBefore };
}
