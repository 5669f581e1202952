import { expect, test } from 'vitest';
import { formatDayMinutes } from '../../../renderer/billing/format-utc-day.ts';

test('a day is told by its UTC date, and none of its minutes is not the same as unknown', () => {
  const start = '2026-03-01T00:00:00.000Z';
  expect(formatDayMinutes({ start, minutes: 0 })).toBe('Sun 1 Mar: 0 minutes');
  expect(formatDayMinutes({ start, minutes: 1 })).toBe('Sun 1 Mar: 1 minute');
  expect(formatDayMinutes({ start, minutes: null })).toBe('Sun 1 Mar: not known');
});
