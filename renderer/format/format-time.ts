import { locale } from './locale.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Shared, because creating a formatter takes longer than rendering a table row.
const weekdayFormatter = new Intl.DateTimeFormat(locale, { weekday: 'short' });
const timeFormatter = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const dayMonthFormatter = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dateFormatter = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const dateTimeFormatter = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });

/** The clocks of two computers can differ. */
const clockToleranceMs = 5 * minuteMs;

/**
 * Formats a past local time: `just now`, `3 min ago`, `5 h ago`, `Tue 14:05`, `12 Mar`, `12 Mar 2024`. A later one, written when the clock
 * was wrong: `12 Mar, 15:00`, `12 Mar 2027`.
 */
export function formatRelativeTime(at: Date, now: Date): string {
  const ageMs = now.getTime() - at.getTime();
  const isThisYear = at.getFullYear() === now.getFullYear();
  const formatDay = () => (isThisYear ? dayMonthFormatter : dateFormatter).format(at);
  if (ageMs < -clockToleranceMs) return isThisYear ? `${formatDay()}, ${timeFormatter.format(at)}` : formatDay();
  if (ageMs < minuteMs) return 'just now';
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`;
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)} h ago`;
  if (ageMs < 6 * dayMs) return `${weekdayFormatter.format(at)} ${timeFormatter.format(at)}`;
  return formatDay();
}

/** Formats local time and UTC: `12 Mar 2026, 10:30:00 (2026-03-12 09:30:00 UTC)`. */
export function formatExactTime(at: Date): string {
  return `${dateTimeFormatter.format(at)} (${at.toISOString().slice(0, 19).replace('T', ' ')} UTC)`;
}

/** Formats the boundary of a billing cycle in local time: `1 Mar 2026`, or `28 Feb 2026, 19:00` if it is not midnight. */
export function formatCycleBoundary(at: Date): string {
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  return isMidnight ? dateFormatter.format(at) : `${dateFormatter.format(at)}, ${timeFormatter.format(at)}`;
}

/** For a time that the remote does not say. */
export const unknownDate = 'Date not known';
