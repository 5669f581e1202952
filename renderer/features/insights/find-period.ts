import type { Usage } from '../../../shared/billing/billing.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { findPreviousPeriod } from '../../../shared/insights/previous-period.ts';
import type { CallsSearch } from '../calls/public.ts';
import { startOfDay, toLocalDay, type LocalDay } from '../../format/local-day.ts';
import type { CustomPeriod } from './insights-search.ts';

/** Times of a period, as `insights/calls` expects them. The end is excluded. */
export type InsightPeriod = { readonly from: string; readonly to: string };

const hourMs = 60 * 60 * 1000;

/** Returns the zone of the computer, in which days and hours are counted. It can change while the window is open. */
export const findTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

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

/** Returns the period that the service compares with: the same local times, as many days earlier as the period has. */
export function findPeriodBefore({ from, to }: InsightPeriod): InsightPeriod {
  const before = findPreviousPeriod({ fromMs: Date.parse(from), toMs: Date.parse(to) }, findTimeZone());
  return { from: new Date(before.fromMs).toISOString(), to: new Date(before.toMs).toISOString() };
}

/** Returns the days of a custom period, up to now if they contain today. */
export function findCustomPeriod({ from, to }: CustomPeriod, now: Date): InsightPeriod {
  const start = startOfDay(from).toISOString();
  const end = startOfDay(to, 1).toISOString();
  const today = findPeriodOfDays(1, now);
  return { from: start, to: start < today.to && today.to < end ? today.to : end };
}

/** Returns the period of the same length and the same local times that starts on another day. */
export function movePeriod({ from, to }: InsightPeriod, day: LocalDay): InsightPeriod {
  const days = countDays(toLocalDay(new Date(from)), day);
  const move = (time: string) => {
    const date = new Date(time);
    date.setDate(date.getDate() + days);
    return date.toISOString();
  };
  return { from: move(from), to: move(to) };
}

const countDays = (from: LocalDay, to: LocalDay) => (Date.parse(to) - Date.parse(from)) / dayMs; // both at midnight UTC

/** Returns the local days of a billing cycle up to now. A cycle begins at midnight UTC, but days are counted and listed in local time. */
export function findPeriodOfCycle({ start, end }: Usage['billing_period'], now: Date): InsightPeriod {
  const today = findPeriodOfDays(1, now);
  const [from, to] = [toLocalStart(start), toLocalStart(end)];
  return { from: from < today.from ? from : today.from, to: to < today.to ? to : today.to };
}

/** Returns the local midnight of the UTC day of a time. */
const toLocalStart = (time: string) => startOfDay(time.slice(0, 10)).toISOString();

/** Returns the first and the last day of a period. */
export function findDays({ from, to }: InsightPeriod): CustomPeriod {
  return { from: toLocalDay(new Date(from)), to: toLocalDay(new Date(Date.parse(to) - 1)) };
}

/** Returns the filters of the calls that the figures of a period count. */
export function findCallsOfPeriod(period: InsightPeriod, agent?: string): CallsSearch {
  return { ...findDays(period), mode: 'not_practice', ...(agent !== undefined && { agent }) };
}
