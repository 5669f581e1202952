import type { Usage } from '../../../shared/billing/billing.ts';
import { locale } from '../../format/locale.ts';
import { formatExactTime } from '../../format/format-time.ts';

type BillingPeriodProps = { readonly period: Usage['billing_period']; readonly withYear?: boolean };

const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const datedFormat = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A billing cycle by its first and last day, with the exact times in the tooltip. */
export function BillingPeriod({ period, withYear = false }: BillingPeriodProps) {
  const [start, end] = [new Date(period.start), new Date(period.end)];
  return (
    <span className="whitespace-nowrap" title={`${formatExactTime(start)} – ${formatExactTime(end)}`}>
      {formatBillingPeriod(start, end, withYear)}
    </span>
  );
}

/** The day on which an invoice was issued, in UTC like the end of its cycle and the date on its PDF. */
export function IssueDay({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(date)}>
      {datedFormat.format(date)}
    </time>
  );
}

/** `Oct 4 – Nov 3`: cycles start and end at midnight UTC, so the last day is the one before `end`. */
export function formatBillingPeriod(start: Date, end: Date, withYear = false): string {
  return (withYear ? datedFormat : dayFormat).formatRange(start, new Date(end.getTime() - 1));
}
