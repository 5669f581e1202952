import { locale } from './locale.ts';

const numberFormatter = new Intl.NumberFormat(locale);
const dateTimeFormatter = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });

/** `1,234,567.89`, with all that the system's separators are. */
export function formatFullNumber(value: number): string {
  return numberFormatter.format(value);
}

/** `Thursday, March 12, 2026 at 2:05 PM` */
export function formatFullDateTime(at: Date): string {
  return dateTimeFormatter.format(at);
}
