import { dayMs } from '../../../../../shared/text/duration.ts';
import type { BillingCycle } from '../billing-cycle.ts';
import type { UsageSnapshot } from './usage-snapshot-queries.ts';

type Sample = Pick<UsageSnapshot, 'taken_at' | 'seen_at' | 'minutes_used'>;

export type DayMinutes = {
  readonly startMs: number;
  /** Null without a snapshot of this day. */
  readonly minutes: number | null;
  /** The day before has no snapshot: at least these minutes were used. */
  readonly isPartial: boolean;
};

/**
 * Returns the minutes of each UTC day of a billing period: the total at the end of the day minus the total at the end of the day
 * before. Minutes count on the day on which they were first seen. `samples` are those of the period, oldest first.
 */
export function deriveDailyMinutes(period: BillingCycle, samples: readonly Sample[]): readonly DayMinutes[] {
  const first = Math.floor(period.startMs / dayMs);
  const last = Math.ceil(period.endMs / dayMs) - 1;
  // The clock of the remote can differ from this one.
  const toDay = (timeMs: number) => Math.min(Math.max(Math.floor(timeMs / dayMs), first), last);
  const seen = samples.map(({ taken_at, seen_at, minutes_used }) => ({
    from: toDay(taken_at),
    to: toDay(seen_at),
    minutes: minutes_used,
  }));
  /** Null without a snapshot of this day. */
  const findTotals = (day: number) => {
    const ofDay = seen.filter(({ from, to }) => from <= day && day <= to);
    const [start, end] = [ofDay[0], ofDay.at(-1)];
    return start && end ? { start: start.minutes, end: end.minutes } : null;
  };
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = first + index;
    const totals = findTotals(day);
    const before = day === first ? 0 : (findTotals(day - 1)?.end ?? null);
    return {
      startMs: day * dayMs,
      minutes: totals && Math.max(0, totals.end - (before ?? totals.start)),
      isPartial: totals !== null && before === null,
    };
  });
}
