import { describe, expect, test } from 'vitest';
import { createLocalTime, findIntervalMs, listDates } from '../../electron/service/features/insights/local-time.ts';

describe('local time', () => {
  test.each([
    ['UTC', '2026-03-01T23:59:59.999Z', { date: '2026-03-01', hour: 23, weekday: 6 }],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', { date: '2026-03-29', hour: 1, weekday: 6 }],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', { date: '2026-03-29', hour: 3, weekday: 6 }],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', { date: '2026-10-25', hour: 2, weekday: 6 }],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', { date: '2026-10-25', hour: 2, weekday: 6 }],
    ['America/New_York', '2026-01-01T04:59:00Z', { date: '2025-12-31', hour: 23, weekday: 2 }],
    ['Asia/Kathmandu', '2026-01-01T18:15:00Z', { date: '2026-01-02', hour: 0, weekday: 4 }],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', { date: '2026-04-05', hour: 1, weekday: 6 }],
    ['Pacific/Apia', '2026-06-01T11:00:00Z', { date: '2026-06-02', hour: 0, weekday: 1 }],
  ])('in %s at %s', (timeZone, at, expected) => {
    expect(createLocalTime(timeZone)(Date.parse(at))).toEqual(expected);
  });

  test('equals the local time that Intl formats, for every quarter of an hour of a year', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Australia/Lord_Howe',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const toLocalTime = createLocalTime('Australia/Lord_Howe');
    const from = Date.parse('2026-01-01');
    for (let timeMs = from; timeMs < from + 366 * 86_400_000; timeMs += 900_000) {
      const { date, hour } = toLocalTime(timeMs);
      expect(`${date} ${String(hour).padStart(2, '0')}`).toBe(format.format(timeMs).slice(0, 13));
    }
  });

  test.each([
    ['Europe/Berlin', 60],
    ['Asia/Kathmandu', 15],
    ['Australia/Lord_Howe', 15],
  ])('has hours that begin with intervals in %s', (timeZone, minutes) => {
    const [fromMs, toMs] = [Date.parse('2026-03-01'), Date.parse('2026-06-01')];
    expect(findIntervalMs({ fromMs, toMs }, timeZone)).toBe(minutes * 60_000);
  });

  test('lists every date of a leap day’s month', () => {
    const dates = listDates('2028-02-27', '2028-03-02');
    expect(dates).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02']);
  });
});
