// Public: other features may import this file.
import { usageNoticeKinds, type MinutesRange, type UsageNoticeKind } from '../../../../shared/billing/billing.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { findPlan } from './billing-cycle.ts';
import { findCurrentCycle, type BillingAccount } from './billing-account.ts';
import { insertUsageNotice, sumMinutes } from './usage-queries.ts';
import { forecastUsage } from './forecast-usage.ts';

const usageThresholds = { used_50: 0.5, used_80: 0.8, used_100: 1 } as const;

/** Returns the notices that apply to a cycle now, least severe first. A plan without included minutes has none. */
export function findUsageNotices(
  minutesUsed: number,
  minutesIncluded: number,
  forecast: MinutesRange | null,
): readonly UsageNoticeKind[] {
  if (minutesIncluded === 0) return [];
  const isOverageLikely = forecast !== null && minutesUsed < minutesIncluded && forecast.high > minutesIncluded;
  return usageNoticeKinds.filter((kind) =>
    kind === 'forecast' ? isOverageLikely : minutesUsed >= minutesIncluded * usageThresholds[kind],
  );
}

type RaiseNoticesContext = { readonly db: Database; readonly context: Pick<Context, 'newId' | 'now'> };

/** Stores the new notices of the current cycle. Returns the id of the most severe new notice, or null. */
export function raiseUsageNotices({ db, context }: RaiseNoticesContext, account: BillingAccount): string | null {
  const now = context.now();
  const cycle = findCurrentCycle(db, account, now);
  const minutesUsed = sumMinutes(db, account.orgId, cycle);
  const { minutesIncluded } = findPlan(account.plans, cycle.startMs);
  const forecast = forecastUsage(db, account, cycle, now, minutesUsed)?.minutes ?? null;
  const { orgId } = account;
  return storeUsageNotices(
    { db, context },
    { orgId, cycleStartMs: cycle.startMs, minutesUsed, minutesIncluded, forecast },
  );
}

type NoticeFacts = {
  readonly orgId: string;
  readonly cycleStartMs: number;
  readonly minutesUsed: number;
  readonly minutesIncluded: number;
  readonly forecast: MinutesRange | null;
};

/** Stores the notices that a cycle does not have yet. Returns the id of the most severe one, or null. */
export function storeUsageNotices({ db, context }: RaiseNoticesContext, facts: NoticeFacts): string | null {
  const { orgId: org_id, cycleStartMs: cycle_start, minutesUsed: minutes_used } = facts;
  let mostSevereId: string | null = null;
  for (const kind of findUsageNotices(minutes_used, facts.minutesIncluded, facts.forecast)) {
    const notice_id = context.newId('ntc');
    const notice = { notice_id, org_id, cycle_start, kind, raised_at: context.now(), minutes_used };
    if (insertUsageNotice(db, notice)) mostSevereId = notice_id;
  }
  return mostSevereId;
}
