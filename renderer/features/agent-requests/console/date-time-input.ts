import { toLocalDay } from '../../../format/local-day.ts';

/** Formats a timestamp for a `datetime-local` input: `2026-03-12T10:00`, or an empty string for null. */
export function toDateTimeInput(timestamp: string | null): string {
  if (timestamp === null) return '';
  const at = new Date(timestamp);
  return `${toLocalDay(at)}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** Parses the value of a `datetime-local` input to a UTC timestamp; null if it is empty or invalid. */
export function parseDateTimeInput(text: string): string | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
