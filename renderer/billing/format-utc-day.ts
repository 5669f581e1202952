import type { BillingOverview } from '../../shared/billing.ts';
import { formatCount } from '../format/format-number.ts';
import { locale } from '../format/locale.ts';

const utcDayFormat = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** `Tue, 3 Mar`, of a day in UTC. */
export function formatUtcDay(start: string): string {
  return utcDayFormat.format(new Date(start));
}

export function formatDayMinutes({ start, minutes }: BillingOverview['days'][number]): string {
  return `${formatUtcDay(start)}: ${formatMinutes(minutes)}`;
}

/** No calls on a day is something else than a day of which nothing can be known. */
export function formatMinutes(minutes: number | null): string {
  return minutes === null ? 'not known' : formatCount(minutes, 'minute');
}
