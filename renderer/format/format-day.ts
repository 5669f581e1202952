import { locale } from './locale.ts';

const dayFormat = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const dayAndYearFormat = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const dayFormatter = new Intl.DateTimeFormat(locale, dayFormat);
const dayAndYearFormatter = new Intl.DateTimeFormat(locale, dayAndYearFormat);
const rangeFormatter = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const timeFormatter = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** Formats the local day of a timestamp: `Tue, 12 May`, or `12 May 2027` if it is in another year. */
export function formatDay(timestamp: string, now = new Date()): string {
  const date = new Date(timestamp);
  return (date.getFullYear() === now.getFullYear() ? dayFormatter : dayAndYearFormatter).format(date);
}

const utcDayFormatter = new Intl.DateTimeFormat(locale, { ...dayFormat, timeZone: 'UTC' });
const utcDayAndYearFormatter = new Intl.DateTimeFormat(locale, { ...dayAndYearFormat, timeZone: 'UTC' });

/** Formats the day of a timestamp in UTC, as `formatDay` does. For what billing counts in days of UTC. */
export function formatUtcDay(timestamp: string, now = new Date()): string {
  const date = new Date(timestamp);
  return (date.getUTCFullYear() === now.getUTCFullYear() ? utcDayFormatter : utcDayAndYearFormatter).format(date);
}

/** Formats the local days from one timestamp to another: `12 – 18 May`, or `12 – 18 May 2027` if one is in another year. */
export function formatDayRange(from: string, to: string, now = new Date()): string {
  const [first, last] = [new Date(from), new Date(to)];
  const isThisYear = [first, last].every((date) => date.getFullYear() === now.getFullYear());
  return (isThisYear ? rangeFormatter : dayAndYearFormatter).formatRange(first, last);
}

/** Formats a local time of today: `14:00`; with the day if it is another one: `Tue, 12 May, 14:00`. */
export function formatClockTime(timestamp: string, now = new Date()): string {
  const date = new Date(timestamp);
  return date.toDateString() === now.toDateString() ? timeFormatter.format(date) : formatDayTime(timestamp, now);
}

/** Formats the local day and time: `Tue, 12 May, 14:00`. */
export function formatDayTime(timestamp: string, now = new Date()): string {
  return `${formatDay(timestamp, now)}, ${timeFormatter.format(new Date(timestamp))}`;
}
