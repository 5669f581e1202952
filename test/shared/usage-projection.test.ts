import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNotices } from '../../shared/usage-notices.ts';
import { describeBasis, projectMinutes } from '../../shared/usage-projection.ts';

const even = (days: number, minutes: number) => Array.from({ length: days }, () => minutes);

test('it is too early in the first days, whatever the cycle before was like', () => {
  expect(projectMinutes({ daysSoFar: [9, 9], daysBefore: even(30, 9), minutesUsed: 18, daysLeft: 28 })).toBeNull();
  expect(projectMinutes({ daysSoFar: [9, 9, 9], daysBefore: [], minutesUsed: 27, daysLeft: 27 })).not.toBeNull();
});

test('days that are all alike leave little doubt, and none where nothing was used', () => {
  const range = projectMinutes({ daysSoFar: even(10, 12), daysBefore: even(30, 12), minutesUsed: 120, daysLeft: 20 });
  expect(range).toEqual({ low: 335, high: 385 });
  expect(projectMinutes({ daysSoFar: even(3, 0), daysBefore: [], minutesUsed: 0, daysLeft: 28 })).toEqual({
    low: 0,
    high: 0,
  });
});

test('the range narrows with the days that are known and with those that are left', () => {
  const uneven = (days: number) => Array.from({ length: days }, (_, day) => (day % 2 === 0 ? 20 : 0));
  const widthOf = (so: number, before: number, daysLeft: number) => {
    const range = projectMinutes({ daysSoFar: uneven(so), daysBefore: uneven(before), minutesUsed: 0, daysLeft });
    return (range?.high ?? 0) - (range?.low ?? 0);
  };
  expect(widthOf(4, 0, 20)).toBeGreaterThan(widthOf(4, 30, 20));
  expect(widthOf(14, 30, 16)).toBeGreaterThan(widthOf(28, 30, 2));
});

test('it is never less than what was used, and ends there with the cycle', () => {
  const days = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 3, maxLength: 31 });
  fc.assert(
    fc.property(days, days, fc.double({ min: 0, max: 31, noNaN: true }), (daysSoFar, daysBefore, daysLeft) => {
      const minutesUsed = daysSoFar.reduce((sum, minutes) => sum + minutes, 0);
      const range = projectMinutes({ daysSoFar, daysBefore, minutesUsed, daysLeft });
      expect(range?.low).toBeGreaterThanOrEqual(minutesUsed);
      expect(range?.high).toBeGreaterThanOrEqual(range?.low ?? Infinity);
      expect(Number.isSafeInteger(range?.low) && Number.isSafeInteger(range?.high)).toBe(true);
      expect(projectMinutes({ daysSoFar, daysBefore, minutesUsed, daysLeft: 0 })).toEqual({
        low: minutesUsed,
        high: minutesUsed,
      });
    }),
  );
});

test('its basis is told in words', () => {
  expect(describeBasis(12, 31)).toBe('from 12 days of this cycle and the one before');
  expect(describeBasis(3, 0)).toBe('from 3 days of this cycle');
});

test('notices are of shares that were reached, and of a forecast that goes beyond', () => {
  expect(findNotices(49, 100, null)).toEqual([]);
  expect(findNotices(50, 100, null)).toEqual(['used_50']);
  expect(findNotices(80, 100, { low: 90, high: 101 })).toEqual(['used_50', 'used_80', 'forecast']);
  expect(findNotices(10, 100, { low: 20, high: 100 })).toEqual([]);
  expect(findNotices(100, 100, { low: 120, high: 150 })).toEqual(['used_50', 'used_80', 'used_100']);
  expect(findNotices(7, 0, { low: 7, high: 9 })).toEqual([]);
});
