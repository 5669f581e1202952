import * as z from 'zod';

/** ISO 8601 in UTC with milliseconds: `2026-03-01T09:30:00.000Z`. */
export const timestampSchema = z.iso.datetime({ precision: 3 });

/** Formats milliseconds since the epoch as `timestampSchema` requires. */
export function formatTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
