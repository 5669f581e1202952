import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findUsageNotices } from '../../electron/service/features/billing/usage-notices.ts';
import { forecastMinutes } from '../../electron/service/features/billing/forecast-usage.ts';

const even = (days: number, minutes: number) => Array.from({ length: days }, () => minutes);

test('returns null in the first days, regardless of the previous cycle', () => {
  expect(
    forecastMinutes({
      cycleDayMinutes: [9, 9],
      previousCycleDayMinutes: even(30, 9),
      minutesUsed: 18,
      daysRemaining: 28,
    }),
  ).toBeNull();
  expect(
    forecastMinutes({ cycleDayMinutes: [9, 9, 9], previousCycleDayMinutes: [], minutesUsed: 27, daysRemaining: 27 }),
  ).not.toBeNull();
});

test('returns a narrow range for equal days, and an exact one without usage', () => {
  const range = forecastMinutes({
    cycleDayMinutes: even(10, 12),
    previousCycleDayMinutes: even(30, 12),
    minutesUsed: 120,
    daysRemaining: 20,
  });
  expect(range).toEqual({ low: 335, high: 385 });
  expect(
    forecastMinutes({ cycleDayMinutes: even(3, 0), previousCycleDayMinutes: [], minutesUsed: 0, daysRemaining: 28 }),
  ).toEqual({
    low: 0,
    high: 0,
  });
});

test('the range narrows with more known days and fewer remaining days', () => {
  const uneven = (days: number) => Array.from({ length: days }, (_, day) => (day % 2 === 0 ? 20 : 0));
  const widthOf = (so: number, before: number, daysRemaining: number) => {
    const range = forecastMinutes({
      cycleDayMinutes: uneven(so),
      previousCycleDayMinutes: uneven(before),
      minutesUsed: 0,
      daysRemaining: daysRemaining,
    });
    return (range?.high ?? 0) - (range?.low ?? 0);
  };
  expect(widthOf(4, 0, 20)).toBeGreaterThan(widthOf(4, 30, 20));
  expect(widthOf(14, 30, 16)).toBeGreaterThan(widthOf(28, 30, 2));
});

test('the range is never below the used minutes, and equals them at the end of the cycle', () => {
  const days = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 3, maxLength: 31 });
  fc.assert(
    fc.property(
      days,
      days,
      fc.double({ min: 0, max: 31, noNaN: true }),
      (cycleDayMinutes, previousCycleDayMinutes, daysRemaining) => {
        const minutesUsed = cycleDayMinutes.reduce((sum, minutes) => sum + minutes, 0);
        const range = forecastMinutes({
          cycleDayMinutes: cycleDayMinutes,
          previousCycleDayMinutes: previousCycleDayMinutes,
          minutesUsed,
          daysRemaining: daysRemaining,
        });
        expect(range?.low).toBeGreaterThanOrEqual(minutesUsed);
        expect(range?.high).toBeGreaterThanOrEqual(range?.low ?? Infinity);
        expect(Number.isSafeInteger(range?.low) && Number.isSafeInteger(range?.high)).toBe(true);
        expect(
          forecastMinutes({
            cycleDayMinutes: cycleDayMinutes,
            previousCycleDayMinutes: previousCycleDayMinutes,
            minutesUsed,
            daysRemaining: 0,
          }),
        ).toEqual({
          low: minutesUsed,
          high: minutesUsed,
        });
      },
    ),
  );
});

test('finds a notice for each reached share and for a forecast overage', () => {
  expect(findUsageNotices(49, 100, null)).toEqual([]);
  expect(findUsageNotices(50, 100, null)).toEqual(['used_50']);
  expect(findUsageNotices(80, 100, { low: 90, high: 101 })).toEqual(['used_50', 'used_80', 'forecast']);
  expect(findUsageNotices(10, 100, { low: 20, high: 100 })).toEqual([]);
  expect(findUsageNotices(100, 100, { low: 120, high: 150 })).toEqual(['used_50', 'used_80', 'used_100']);
  expect(findUsageNotices(7, 0, { low: 7, high: 9 })).toEqual([]);
});
