import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { dayMs } from '../../shared/text/duration.ts';
import { centsMax, dollarsSchema, formatCents, toCents, toDollars } from '../../shared/text/money.ts';
import {
  calculateCostCents,
  countBillableMinutes,
  countOverageMinutes,
  findCycleAt,
  findCycleEnd,
  findCycleStart,
  findPlan,
  getCycleStartingAt,
  listCycleDays,
  type PlanVersion,
} from '../../electron/service/features/billing/billing-cycle.ts';

const plan = (anchorDay: number, effectiveFrom = '2024-01-01', name = 'Plan'): PlanVersion => ({
  name,
  feeCents: 0,
  minutesIncluded: 0,
  overageCentsPerMinute: 0,
  anchorDay,
  effectiveFromMs: Date.parse(effectiveFrom),
});

const days = (from: string, count: number, ...plans: readonly PlanVersion[]) => {
  const boundaries = [Date.parse(from)];
  while (boundaries.length < count) boundaries.push(getCycleStartingAt(plans, boundaries.at(-1) ?? 0).endMs);
  return boundaries.map((at) => new Date(at).toISOString().replace('T00:00:00.000Z', ''));
};

describe('billing cycles', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test('start on the first of each month, across months of different lengths and years', () => {
    expect(days('2025-11-01', 5, plan(1))).toEqual([
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ]);
  });

  test('with anchor day 31 start on the last day of shorter months, including leap days', () => {
    expect(days('2024-01-31', 5, plan(31))).toEqual([
      '2024-01-31',
      '2024-02-29',
      '2024-03-31',
      '2024-04-30',
      '2024-05-31',
    ]);
    expect(days('2025-01-30', 3, plan(30))).toEqual(['2025-01-30', '2025-02-28', '2025-03-30']);
    expect(days('2100-01-29', 3, plan(29)), '2100 is no leap year').toEqual(['2100-01-29', '2100-02-28', '2100-03-29']);
  });

  test('include their start and exclude their end', () => {
    const boundary = Date.parse('2026-03-01');
    expect(findCycleStart(boundary, 1)).toBe(boundary);
    expect(findCycleEnd(boundary, 1)).toBe(Date.parse('2026-04-01'));
    expect(findCycleStart(boundary - 1, 1)).toBe(Date.parse('2026-02-01'));
    expect(findCycleEnd(boundary - 1, 1)).toBe(boundary);
  });

  test('are the same in every time zone, regardless of daylight saving time', () => {
    for (const name of ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']) {
      process.env['TZ'] = name;
      expect(days('2026-02-15', 4, plan(15)), name).toEqual(['2026-02-15', '2026-03-15', '2026-04-15', '2026-05-15']);
      expect(listCycleDays(getCycleStartingAt([plan(1)], Date.parse('2026-03-01'))), name).toHaveLength(31);
      expect(listCycleDays(getCycleStartingAt([plan(1)], Date.parse('2026-10-01'))), name).toHaveLength(31);
    }
  });

  test('apply a plan change from the next cycle, and a new anchor day with a shorter cycle', () => {
    const plans = [plan(1), plan(20, '2026-03-10', 'New')];
    expect(days('2026-02-01', 5, ...plans)).toEqual([
      '2026-02-01',
      '2026-03-01',
      '2026-04-01',
      '2026-04-20',
      '2026-05-20',
    ]);
    expect(findPlan(plans, Date.parse('2026-03-01')).name).toBe('Plan');
    expect(findPlan(plans, Date.parse('2026-04-01')).name).toBe('New');
    expect(findPlan([plan(1, '2026-01-15')], Date.parse('2026-01-01')).name, 'the first holds for its own cycle').toBe(
      'Plan',
    );
  });

  const instant = fc.integer({ min: Date.parse('1971-01-01'), max: Date.parse('2999-12-31') });
  const anchor = fc.integer({ min: 1, max: 31 });

  test('contain every time exactly once and last at most 31 days', () => {
    fc.assert(
      fc.property(instant, anchor, (at, anchorDay) => {
        const [start, end] = [findCycleStart(at, anchorDay), findCycleEnd(at, anchorDay)];
        expect(start <= at && at < end).toBe(true);
        expect(findCycleEnd(start, anchorDay)).toBe(end);
        expect(findCycleStart(end - 1, anchorDay)).toBe(start);
        expect(findCycleStart(end, anchorDay)).toBe(end);
        expect(start % dayMs).toBe(0);
        expect((end - start) / dayMs).toBeGreaterThanOrEqual(28);
        expect((end - start) / dayMs).toBeLessThanOrEqual(31);
      }),
      { numRuns: 2_000 },
    );
  });

  test('follow each other without gaps across plan changes', () => {
    const change = fc.record({ at: fc.integer({ min: 0, max: 1_500 }), anchorDay: anchor });
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 5 }),
        anchor,
        fc.integer({ min: 0, max: 1_500 }),
        (changes, first, day) => {
          const epoch = Date.parse('2023-12-20');
          const plans = [
            plan(first, '2023-12-01'),
            ...changes.map(({ at, anchorDay }) => ({ ...plan(anchorDay), effectiveFromMs: epoch + at * dayMs })),
          ].toSorted((a, b) => a.effectiveFromMs - b.effectiveFromMs);
          const start = findCycleStart(epoch, first);
          const found = findCycleAt(plans, start, epoch + day * dayMs);
          expect(found.startMs <= epoch + day * dayMs && epoch + day * dayMs < found.endMs).toBe(true);
          expect(found.endMs - found.startMs).toBeLessThanOrEqual(31 * dayMs);
          expect(findCycleAt(plans, start, found.endMs).startMs).toBe(found.endMs);
          expect(findCycleAt(plans, start, start - 1).startMs, 'what was before counts in the first').toBe(start);
        },
      ),
    );
  });
});

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
