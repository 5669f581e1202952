import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsMax, dollarsSchema, formatCents, toCents, toDollars } from '../../shared/text/money.ts';
import {
  calculateCostCents,
  countBillableMinutes,
  countOverageMinutes,
} from '../../electron/service/features/billing/usage-cost.ts';

const growth = { name: 'Growth', feeCents: 34_900, minutesIncluded: 2_000, overageCentsPerMinute: 18, anchorDay: 1 };

test('rounds each call up to a whole minute', () => {
  expect([0, 1, 59, 60, 61, 3_600].map(countBillableMinutes)).toEqual([0, 1, 1, 1, 2, 60]);
});

test('charges the fee for included minutes and the rate for overage', () => {
  expect([0, 1_999, 2_000, 2_001, 2_353].map((minutes) => calculateCostCents(growth, minutes))).toEqual([
    34_900, 34_900, 34_900, 34_918, 41_254,
  ]);
  expect(countOverageMinutes(growth, 1_500)).toBe(0);
  expect(calculateCostCents({ ...growth, feeCents: 0, overageCentsPerMinute: 0 }, Number.MAX_SAFE_INTEGER)).toBe(0);
});

test('throws for an amount too large to be exact instead of rounding', () => {
  expect(calculateCostCents({ ...growth, feeCents: centsMax, overageCentsPerMinute: 0 }, 2 ** 53)).toBe(centsMax);
  expect(() => calculateCostCents({ ...growth, feeCents: centsMax }, 2_001)).toThrow(RangeError);
  expect(() => calculateCostCents(growth, 2 ** 53)).toThrow(RangeError);
  for (const wrong of [2 ** 53, -1, 0.5, NaN]) expect(() => toDollars(wrong)).toThrow(RangeError);
  expect(dollarsSchema.safeParse(0.105).success).toBe(false);
  expect(dollarsSchema.safeParse(2 ** 53).success).toBe(false);
});

test('every amount survives JSON with at most two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: centsMax }), (cents) => {
      const text = JSON.stringify(toDollars(cents));
      expect(text).toMatch(/^\d+(\.\d{1,2})?$/);
      expect(toCents(Number(text))).toBe(cents);
      expect(dollarsSchema.safeParse(Number(text)).success).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('formats amounts with separators and two decimals', () => {
  expect([0, 5, 120_450, 100_000_000, centsMax].map(formatCents)).toEqual([
    '$0.00',
    '$0.05',
    '$1,204.50',
    '$1,000,000.00',
    '$11,258,999,068,426.24',
  ]);
});
