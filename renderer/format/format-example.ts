import { locale } from './locale.ts';

const number = new Intl.NumberFormat(locale);
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });

/** `1,234,567.89`, with all that the system's separators are. */
export function formatExactNumber(value: number): string {
  return number.format(value);
}

/** `Thursday, March 12, 2026 at 2:05 PM` */
export function formatDay(at: Date): string {
  return day.format(at);
}
