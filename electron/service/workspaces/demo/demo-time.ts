import { dayMs } from '../../../../shared/duration.ts';

export type DemoTime = {
  readonly daysAgo: number;
  /** Of the local day: `14:05`. */
  readonly at: string;
};

type DemoEventTime = DemoTime & {
  /** What happens then is over by now. */
  readonly durationMs?: number;
};

/**
 * When something of the demo happened: at its time of a day so long ago, or of the first working day before where that is
 * still to come or is a weekend. Yesterday and today may be one: somebody looks at the demo then, and wants to see it used.
 */
export function resolveDemoTime({ daysAgo, at, durationMs = 0 }: DemoEventTime, now: number): number {
  const today = new Date(now);
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  for (let days = daysAgo; ; days += 1) {
    // Told in local time, so that a day on which the clock is changed has its hours as well.
    const moment = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, hours, minutes);
    const isWeekend = moment.getDay() % 6 === 0;
    if ((days <= 1 || !isWeekend) && moment.getTime() + durationMs <= now) return moment.getTime();
  }
}

/** How long ago the demo's billing cycle may have begun, in days, the best first: of four days in a row, one is below the 29th. */
const cycleStartDaysAgo = [18, 19, 20, 17] as const;

/** The day of the month on which the demo's billing cycles begin, so that the current one is well under way. */
export function chooseAnchorDay(now: number): number {
  const days = cycleStartDaysAgo.map((age) => new Date(now - age * dayMs).getUTCDate());
  const day = days.find((one) => one <= 28);
  if (day === undefined) throw new RangeError('No day of these is in every month.');
  return day;
}
