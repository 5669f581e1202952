import { dayMs } from '../../../../shared/duration.ts';
import { listCycleDays, type BillingCycle } from './billing-cycle.ts';
import type { MinutesRange } from '../../../../shared/billing.ts';
import { forecastMinutes } from './forecast-minutes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BillingAccount } from './billing-account.ts';
import { sumMinutesByDay } from './usage-queries.ts';

export type UsageForecast = {
  readonly minutes: MinutesRange;
  readonly days: number;
  readonly previousCycleDays: number;
};

/** Where a cycle is likely to end, from its whole days and those of the one before; null while it is too early to say. */
export function forecastUsage(
  db: Database,
  ledger: BillingAccount,
  cycle: BillingCycle,
  nowMs: number,
  minutesUsed: number,
): UsageForecast | null {
  const { orgId, lastClosedCycle } = ledger;
  /** Of the days that have passed whole since the organization exists; the others say nothing of a day. */
  const wholeDays = (of: BillingCycle): readonly number[] => {
    const byDay = sumMinutesByDay(db, orgId, of);
    return listCycleDays(of).flatMap((startMs, day) => {
      const isWhole = startMs >= ledger.createdAtMs && startMs + dayMs <= nowMs;
      return isWhole ? [byDay.get(day) ?? 0] : [];
    });
  };
  const cycleDayMinutes = wholeDays(cycle);
  const previousCycleDayMinutes = lastClosedCycle?.endMs === cycle.startMs ? wholeDays(lastClosedCycle) : [];
  const daysRemaining = Math.max(0, (cycle.endMs - Math.max(nowMs, cycle.startMs)) / dayMs);
  const minutes = forecastMinutes({
    cycleDayMinutes: cycleDayMinutes,
    previousCycleDayMinutes: previousCycleDayMinutes,
    minutesUsed,
    daysRemaining: daysRemaining,
  });
  return minutes && { minutes, days: cycleDayMinutes.length, previousCycleDays: previousCycleDayMinutes.length };
}
