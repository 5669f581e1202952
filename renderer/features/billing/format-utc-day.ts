import type { BillingOverview } from '../../../shared/billing/billing.ts';
import { formatUtcDay } from '../../format/format-day.ts';
import { formatCount } from '../../format/format-number.ts';
import { locale } from '../../format/locale.ts';

const utcMonthDayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `Mar 3`, the day in UTC. */
export function formatUtcMonthDay(start: string): string {
  return utcMonthDayFormat.format(new Date(start));
}

export function formatDayMinutes(day: BillingOverview['days'][number]): string {
  return `${formatUtcDay(day.start)}: ${formatMinutes(day)}`;
}

/** Distinguishes a day without calls (`0 minutes`) from a day without data (`—`) and from one with a gap before it. */
export function formatMinutes({ minutes, is_partial }: Omit<BillingOverview['days'][number], 'start'>): string {
  if (minutes === null) return '—';
  return `${is_partial ? 'at least ' : ''}${formatCount(minutes, 'minute')}`;
}
