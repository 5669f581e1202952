import { locale } from './locale.ts';

const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** A day that may lie ahead, in local time: `Tue, 12 May`; in another year `12 May 2027`. */
export function formatDay(timestamp: string, now = new Date()): string {
  const at = new Date(timestamp);
  return (at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at);
}

/** `Tue, 12 May, 14:00`. */
export function formatDayAndTime(timestamp: string, now = new Date()): string {
  return `${formatDay(timestamp, now)}, ${clock.format(new Date(timestamp))}`;
}
