import { dayMs } from '../../../../shared/text/duration.ts';
import { minForecastDays, type MinutesRange } from '../../../../shared/billing/billing.ts';
import type { Database } from '../../platform/db/database.ts';
import { listCycleDays, type BillingCycle } from './billing-cycle.ts';
import type { BillingAccount } from './billing-account.ts';
import { sumMinutesByDay } from './usage-queries.ts';

export type UsageForecast = {
  readonly minutes: MinutesRange;
  readonly days: number;
  readonly previousCycleDays: number;
};

/** Forecasts the minutes of a cycle from its whole days and the previous cycle's; null if it is too early. */
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

type ForecastInput = {
  /** Minutes of each whole day of this cycle on which the organization existed. */
  readonly cycleDayMinutes: readonly number[];
  /** Minutes of each day of the previous cycle on which the organization existed. */
  readonly previousCycleDayMinutes: readonly number[];
  /** Minutes used in this cycle, including today. */
  readonly minutesUsed: number;
  /** Days until the end of the cycle, including the rest of today: 12.25. */
  readonly daysRemaining: number;
};

/** Half the width of the central 80% of a normal distribution, in standard deviations. */
const forecastStandardDeviations = 1.28;

/**
 * Returns the 80% prediction interval of a cycle's total minutes, or null if the cycle has too few whole days. Assumes
 * independent days with the same distribution. The variance is at least a Poisson distribution's, because a few days
 * can be equal by chance.
 */
export function forecastMinutes({
  cycleDayMinutes,
  previousCycleDayMinutes,
  minutesUsed,
  daysRemaining,
}: ForecastInput): MinutesRange | null {
  if (cycleDayMinutes.length < minForecastDays) return null;
  const days = [...cycleDayMinutes, ...previousCycleDayMinutes];
  const mean = days.reduce((sum, minutes) => sum + minutes, 0) / days.length;
  const variance = days.reduce((sum, minutes) => sum + (minutes - mean) ** 2, 0) / Math.max(1, days.length - 1);
  const deviation = Math.sqrt(Math.max(variance, mean) * (daysRemaining + daysRemaining ** 2 / days.length));
  const expected = minutesUsed + daysRemaining * mean;
  return {
    low: Math.max(minutesUsed, Math.floor(expected - forecastStandardDeviations * deviation)),
    high: Math.max(minutesUsed, Math.ceil(expected + forecastStandardDeviations * deviation)),
  };
}
