import * as z from 'zod';

/** ISO 8601 in UTC with milliseconds, as decisions.md fixes it: `2026-03-01T09:30:00.000Z`. */
export const timestampSchema = z.iso.datetime({ precision: 3 });
