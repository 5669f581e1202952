import { locale } from './locale.ts';

/** Formats the time zone of this computer at a time: `GMT+2`. The time zone can change while the window is open. */
export function formatZone(at: Date): string {
  const formatter = new Intl.DateTimeFormat(locale, { timeZoneName: 'shortOffset' });
  return formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}
