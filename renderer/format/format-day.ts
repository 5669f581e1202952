import { locale } from './locale.ts';

const dayFormatter = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
const dayAndYearFormatter = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const timeFormatter = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** A day that may lie ahead, in local time: `Tue, 12 May`; in another year `12 May 2027`. */
export function formatDay(timestamp: string, now = new Date()): string {
  const at = new Date(timestamp);
  return (at.getFullYear() === now.getFullYear() ? dayFormatter : dayAndYearFormatter).format(at);
}

/** `Tue, 12 May, 14:00`. */
export function formatDayTime(timestamp: string, now = new Date()): string {
  return `${formatDay(timestamp, now)}, ${timeFormatter.format(new Date(timestamp))}`;
}
