import { expect, test } from 'vitest';
import { formatDayMinutes } from '../../../../renderer/features/billing/format-utc-day.ts';

test('formats a day by its UTC date and distinguishes no minutes from no data', () => {
  const start = '2026-03-01T00:00:00.000Z';
  expect(formatDayMinutes({ start, minutes: 0, is_partial: false })).toBe('Sun 1 Mar: 0 minutes');
  expect(formatDayMinutes({ start, minutes: 1, is_partial: false })).toBe('Sun 1 Mar: 1 minute');
  expect(formatDayMinutes({ start, minutes: null, is_partial: false })).toBe('Sun 1 Mar: —');
  expect(formatDayMinutes({ start, minutes: 3, is_partial: true })).toBe('Sun 1 Mar: at least 3 minutes');
});
