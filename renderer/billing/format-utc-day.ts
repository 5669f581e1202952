import type { BillingOverview } from '../../shared/billing.ts';
import { formatCount } from '../format/format-number.ts';
import { locale } from '../format/locale.ts';

const utcDayFormat = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** `Tue, Mar 3`, the day in UTC. */
export function formatUtcDay(start: string): string {
  return utcDayFormat.format(new Date(start));
}

export function formatDayMinutes({ start, minutes }: BillingOverview['days'][number]): string {
  return `${formatUtcDay(start)}: ${formatMinutes(minutes)}`;
}

/** Distinguishes a day without calls (`0 minutes`) from a day without data (`—`). */
export function formatMinutes(minutes: number | null): string {
  return minutes === null ? '—' : formatCount(minutes, 'minute');
}
