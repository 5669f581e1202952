import { expect, test } from 'vitest';
import {
  parseDateTimeInput,
  toDateTimeInput,
} from '../../../../../renderer/features/agent-requests/console/date-time-input.ts';

test('formats a timestamp in local time and parses it back', () => {
  for (const timestamp of ['2026-03-29T01:30:00.000Z', '2026-12-31T23:59:00.000Z', '2028-02-29T12:00:00.000Z'])
    expect(parseDateTimeInput(toDateTimeInput(timestamp))).toBe(timestamp);
  expect(toDateTimeInput(new Date(2026, 2, 5, 7, 4).toISOString())).toBe('2026-03-05T07:04');
});

test('formats null as an empty string and parses invalid text as null', () => {
  expect(toDateTimeInput(null)).toBe('');
  expect(parseDateTimeInput('')).toBeNull();
  expect(parseDateTimeInput('soon')).toBeNull();
});
