import type { LocalDay } from './local-day.ts';
import { locale } from './locale.ts';

/** A month of the calendar: `2026-03`. */
export type Month = string;

/** The weeks that a month touches, each as seven days. */
export type Weeks = readonly (readonly LocalDay[])[];

const monthFormatter = createFormatter({ month: 'long', year: 'numeric' });
const dayFormatter = createFormatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const weekdayFormatters = [createFormatter({ weekday: 'short' }), createFormatter({ weekday: 'long' })] as const;

function createFormatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
}

/** Formats a month: `March 2026`. */
export const formatMonth = (month: Month): string => monthFormatter.format(toDate(`${month}-01`));

/** Formats a day in full: `Thursday 12 March 2026`. */
export const formatFullDay = (day: LocalDay): string => dayFormatter.format(toDate(day));

/** Returns the short and the long name of the weekday of a day. */
export function formatWeekday(day: LocalDay): { readonly short: string; readonly long: string } {
  const [short, long] = weekdayFormatters;
  return { short: short.format(toDate(day)), long: long.format(toDate(day)) };
}

export const getMonth = (day: LocalDay): Month => day.slice(0, 7);

export function addDays(day: LocalDay, days: number): LocalDay {
  const date = toDate(day);
  date.setUTCDate(date.getUTCDate() + days);
  return toDay(date);
}

/** Returns the same day of another month, or its last day if it is shorter. */
export function addMonths(day: LocalDay, months: number): LocalDay {
  const date = toDate(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  date.setUTCDate(Math.min(dayOfMonth, date.getUTCDate()));
  return toDay(date);
}

/** Returns the first day of the week of a day. Weeks start on `firstWeekday`: 1 is Monday, 7 Sunday. */
export function startOfWeek(day: LocalDay, firstWeekday = getFirstWeekday()): LocalDay {
  return addDays(day, -((toDate(day).getUTCDay() - firstWeekday + 7) % 7));
}

/** Returns the weeks of a month, with the days of other months that complete them. */
export function listWeeks(month: Month, firstWeekday = getFirstWeekday()): Weeks {
  const weeks: LocalDay[][] = [];
  let start = startOfWeek(`${month}-01`, firstWeekday);
  do {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)));
    start = addDays(start, 7);
  } while (getMonth(start) === month);
  return weeks;
}

/** Returns the weekday with which weeks start in a locale: 1 is Monday, 7 Sunday. */
export function getFirstWeekday(language = locale): number {
  // Not in the types of TypeScript yet.
  const info = (new Intl.Locale(language) as { getWeekInfo?: () => { readonly firstDay: number } }).getWeekInfo?.();
  return info?.firstDay ?? 1;
}

const toDate = (day: LocalDay) => new Date(`${day}T00:00:00Z`);

const toDay = (date: Date): LocalDay => date.toISOString().slice(0, 10);
