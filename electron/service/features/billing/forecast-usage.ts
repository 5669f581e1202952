import { dayMs } from '../../../../shared/text/duration.ts';
import { listCycleDays, type BillingCycle } from './billing-cycle.ts';
import type { MinutesRange } from '../../../../shared/billing/billing.ts';
import { forecastMinutes } from './forecast-minutes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BillingAccount } from './billing-account.ts';
import { sumMinutesByDay } from './usage-queries.ts';

export type UsageForecast = {
  readonly minutes: MinutesRange;
  readonly days: number;
  readonly previousCycleDays: number;
};

/** Forecasts the minutes of a cycle from its whole days and those of the previous cycle; null if it is too early. */
export function forecastUsage(
  db: Database,
  account: BillingAccount,
  cycle: BillingCycle,
  nowMs: number,
  minutesUsed: number,
): UsageForecast | null {
  const { orgId, lastClosedCycle } = account;
  /** Returns the minutes of each day that has fully passed since the organization was created. */
  const listWholeDayMinutes = (period: BillingCycle): readonly number[] => {
    const byDay = sumMinutesByDay(db, orgId, period);
    return listCycleDays(period).flatMap((startMs, day) => {
      const isWhole = startMs >= account.createdAtMs && startMs + dayMs <= nowMs;
      return isWhole ? [byDay.get(day) ?? 0] : [];
    });
  };
  const cycleDayMinutes = listWholeDayMinutes(cycle);
  const previousCycleDayMinutes = lastClosedCycle?.endMs === cycle.startMs ? listWholeDayMinutes(lastClosedCycle) : [];
  const daysRemaining = Math.max(0, (cycle.endMs - Math.max(nowMs, cycle.startMs)) / dayMs);
  const minutes = forecastMinutes({
    cycleDayMinutes,
    previousCycleDayMinutes,
    minutesUsed,
    daysRemaining,
  });
  return minutes && { minutes, days: cycleDayMinutes.length, previousCycleDays: previousCycleDayMinutes.length };
}
