import { toLocalDay } from '../../format/local-day.ts';

/** A moment as a field for local date and time has it: `2026-03-12T10:00`; empty where there is none. */
export function toDateTimeInput(timestamp: string | null): string {
  if (timestamp === null) return '';
  const at = new Date(timestamp);
  return `${toLocalDay(at)}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** The moment that was written, in UTC; null where none was. */
export function parseDateTimeInput(written: string): string | null {
  const at = new Date(written);
  return written === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
