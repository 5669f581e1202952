import { dayMs } from '../../../../../shared/text/duration.ts';
import { findCycleStart } from '../../../features/billing/billing-cycle.ts';
import type { Random } from '../../../platform/seeded-random.ts';

/**
 * The calls of a whole billing cycle, oldest first: a pilot, which began in the middle of the first cycle, the cycle with
 * overage, the previous one and the current one.
 */
const callsPerCycle = [110, 150, 1_230, 640, 580] as const;

const weekdayWeights = [0, 1.1, 1.15, 1.05, 1, 0.75, 0] as const;

export type HistoryDay = { readonly start: Date; readonly callCount: number };

/** Returns the working days of all cycles up to the end of the day of `endMs`, oldest first. */
export function listHistoryDays(now: number, anchorDay: number, endMs: number, random: Random): readonly HistoryDay[] {
  const bounds = [findCycleStart(findCycleStart(now, anchorDay) + 32 * dayMs, anchorDay)];
  while (bounds.length <= callsPerCycle.length) bounds.unshift(findCycleStart((bounds[0] ?? 0) - 1, anchorDay));
  return callsPerCycle.flatMap((calls, cycle) => {
    const days = listWorkingDays(bounds[cycle] ?? 0, bounds[cycle + 1] ?? 0).map((start) => ({
      start,
      weight: (weekdayWeights[start.getDay()] ?? 0) * random.between(0.88, 1.12),
    }));
    const total = days.reduce((sum, { weight }) => sum + weight, 0);
    return days
      .filter(({ start }) => start.getTime() <= endMs)
      .map(({ start, weight }) => ({ start, callCount: Math.round((calls * weight) / total) }));
  });
}

/** Returns the local starts of the working days whose business hours are in a period. */
function listWorkingDays(startMs: number, endMs: number): readonly Date[] {
  const first = new Date(startMs);
  const days: Date[] = [];
  for (let offset = -1; offset <= 33; offset += 1) {
    const start = new Date(first.getFullYear(), first.getMonth(), first.getDate() + offset);
    const noon = new Date(start.getFullYear(), start.getMonth(), start.getDate(), 12).getTime();
    if (start.getDay() % 6 !== 0 && noon >= startMs && noon < endMs) days.push(start);
  }
  return days;
}
