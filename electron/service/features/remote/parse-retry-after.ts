import type { IncomingHttpHeaders } from 'node:http';
import { maxRetryAfterMs } from './remote-client.ts';

/**
 * Returns the milliseconds of Retry-After, in seconds or as a date (RFC 9110, section 10.2.3); null if there is none. A date is
 * compared with the clock of the remote, if it sends its time.
 */
export function parseRetryAfter(headers: IncomingHttpHeaders, now: number): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  const time = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - (parseDate(headers.date) ?? now);
  return Number.isNaN(time) ? null : Math.min(Math.max(time, 0), maxRetryAfterMs);
}

/** Returns the time of a Date header in milliseconds; null if it is missing or not a date. */
export function parseDate(value: string | undefined): number | null {
  const time = Date.parse(value ?? '');
  return Number.isNaN(time) ? null : time;
}
