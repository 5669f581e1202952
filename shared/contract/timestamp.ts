import * as z from 'zod';

/** ISO 8601 in UTC with milliseconds: `2026-03-01T09:30:00.000Z`. */
export const timestampSchema = z.iso.datetime({ precision: 3 });

/** A time of a filter: ISO 8601 with a time zone, which becomes UTC. Programs also write `+00:00`, or no milliseconds. */
export const filterTimeSchema = z.iso
  .datetime({ offset: true, error: 'Enter a time with its time zone, such as 2026-03-01T09:30:00Z.' })
  .overwrite((time) => {
    const timeMs = Date.parse(time);
    return Number.isNaN(timeMs) ? time : formatTimestamp(timeMs);
  });

/** Formats milliseconds since the epoch as `timestampSchema` requires. */
export function formatTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
