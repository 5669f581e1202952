import type { CallsSearch } from '../calls/calls-search.ts';
import { startOfDay, toLocalDay } from '../format/local-day.ts';

/** Times of a period, as `insights/calls` expects them. The end is excluded. */
export type InsightPeriod = { readonly from: string; readonly to: string };

const hourMs = 60 * 60 * 1000;

/**
 * Returns the last days up to now, today included. The end is the next full hour, not midnight: the period before it then ends
 * at the same hour, so that an unfinished day does not look like a decline.
 */
export function findPeriodOfDays(days: number, now: Date): InsightPeriod {
  return {
    from: startOfDay(toLocalDay(now), 1 - days).toISOString(),
    to: new Date(Math.floor(now.getTime() / hourMs + 1) * hourMs).toISOString(),
  };
}

/** Returns the period of the same length that ends where this one begins. */
export function findPeriodBefore({ from, to }: InsightPeriod): InsightPeriod {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return { from: new Date(start - (end - start)).toISOString(), to: from };
}

/** Returns the filters of the calls that the figures of a period count. */
export function findCallsOfPeriod({ from, to }: InsightPeriod, agent?: string): CallsSearch {
  return {
    from: toLocalDay(new Date(from)),
    to: toLocalDay(new Date(Date.parse(to) - 1)),
    mode: 'not_practice',
    ...(agent !== undefined && { agent }),
  };
}
