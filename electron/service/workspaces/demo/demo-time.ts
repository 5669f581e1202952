import { dayMs } from '../../../../shared/text/duration.ts';

export type DemoTime = {
  readonly daysAgo: number;
  /** Local time, such as `14:05:31`. */
  readonly at: string;
};

type DemoEventTime = DemoTime & {
  /** The event has ended by now. */
  readonly durationMs?: number;
};

/**
 * Returns the time of a demo event. Moves it to the previous working day if it is in the future or on a weekend. Yesterday
 * and today may be weekend days, so that the demo always has recent activity.
 */
export function resolveDemoTime({ daysAgo, at, durationMs = 0 }: DemoEventTime, now: number): number {
  const today = new Date(now);
  const [hours = 0, minutes = 0, seconds = 0] = at.split(':').map(Number);
  for (let days = daysAgo; ; days += 1) {
    // The Date constructor takes local time, so days with a clock change work too.
    const moment = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, hours, minutes, seconds);
    const isWeekend = moment.getDay() % 6 === 0;
    if ((days <= 1 || !isWeekend) && moment.getTime() + durationMs <= now) return moment.getTime();
  }
}

const minuteMs = 60_000;

/** The demo is opened at least this long after its last call has ended. */
const restMs = 12 * minuteMs;

/**
 * Returns by how many milliseconds the last calls of the demo are delayed, so that calls were placed until shortly before now,
 * or until the evening of their day.
 */
export function getDelayUntilNow(last: { readonly placedAt: number; readonly endedAt: number }, now: number): number {
  const day = new Date(last.placedAt);
  const evening = new Date(day.getFullYear(), day.getMonth(), day.getDate(), 18, 12).getTime();
  const delayMs = Math.min(evening - last.placedAt, now - restMs - last.endedAt);
  return Math.max(0, Math.floor(delayMs / minuteMs) * minuteMs);
}

/** Possible ages of the current billing cycle in days, best first. One of four consecutive days is before the 29th. */
const cycleStartDaysAgo = [18, 19, 20, 17] as const;

/** Returns the day of the month on which billing cycles begin, so that the current one is well under way. */
export function chooseAnchorDay(now: number): number {
  const days = cycleStartDaysAgo.map((age) => new Date(now - age * dayMs).getUTCDate());
  const day = days.find((candidate) => candidate <= 28);
  if (day === undefined) throw new RangeError('None of these days is in every month.');
  return day;
}
