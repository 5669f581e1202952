import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  addMonths,
  getFirstWeekday,
  listWeeks,
  startOfWeek,
} from '../../../renderer/format/month-calendar.ts';

describe('listWeeks', () => {
  it('returns whole weeks, which start as the locale does', () => {
    const monday = listWeeks('2026-03', 1);
    expect(monday).toHaveLength(6);
    expect(monday[0]?.[0]).toBe('2026-02-23');
    expect(monday[5]).toEqual(['2026-03-30', '2026-03-31', ...[1, 2, 3, 4, 5].map((day) => `2026-04-0${day}`)]);
    const sunday = listWeeks('2026-03', 7);
    expect(sunday.map(([first]) => first)).toEqual([
      '2026-03-01',
      '2026-03-08',
      '2026-03-15',
      '2026-03-22',
      '2026-03-29',
    ]);
  });

  it('contains every day of the month once, in months of every length and with changes of the clock', () => {
    for (const [month, days] of [
      ['2026-02', 28],
      ['2028-02', 29],
      ['2026-03', 31],
      ['2026-10', 31],
      ['2026-12', 31],
    ] as const) {
      const listed = listWeeks(month, 6).flat();
      expect(new Set(listed).size, month).toBe(listed.length);
      expect(
        listed.filter((day) => day.startsWith(month)),
        month,
      ).toHaveLength(days);
    }
  });
});

test('weeks start on the weekday of the locale', () => {
  expect(getFirstWeekday('en-US')).toBe(7);
  expect(getFirstWeekday('de-DE')).toBe(1);
  expect(getFirstWeekday('ar-EG')).toBe(6);
});

test('moves by days, months and to the start of the week', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addMonths('2026-01-31', 1), 'a shorter month').toBe('2026-02-28');
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  expect(startOfWeek('2026-03-12', 1)).toBe('2026-03-09');
  expect(startOfWeek('2026-03-12', 7)).toBe('2026-03-08');
  expect(startOfWeek('2026-03-09', 1)).toBe('2026-03-09');
});
