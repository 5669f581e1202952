import { expect, test } from 'vitest';
import { formatBillingPeriod } from '../../../../renderer/features/billing/billing-period.tsx';
import { formatCost, formatMinutesRange } from '../../../../renderer/features/billing/cost-summary.tsx';
import {
  describePracticeCalls,
  describeReconciliation,
} from '../../../../renderer/features/billing/reconciliation.tsx';
import type { CycleOverview, Usage } from '../../../../shared/billing/billing.ts';

const usage: Usage = {
  billing_period: { start: '2026-10-04T00:00:00.000Z', end: '2026-11-04T00:00:00.000Z' },
  minutes_used: 13,
  minutes_included: 100,
  overage_minutes: 0,
  estimated_cost_usd: 49,
};
const createForecast = (low: number, high: number): CycleOverview['forecast'] => ({
  minutes: { low: 90, high: 110 },
  cost_usd: { low, high },
  cycle_days: 12,
  previous_cycle_days: 0,
});

test('shows the current charges with the forecast as a range', () => {
  expect(formatCost({ usage, forecast: createForecast(49, 53.4) })).toBe('Current charges $49.00 · Forecast $49–53');
  expect(formatCost({ usage, forecast: createForecast(1049, 1153) })).toBe(
    'Current charges $49.00 · Forecast $1,049–1,153',
  );
  expect(formatCost({ usage, forecast: createForecast(49, 49) })).toBe('Current charges $49.00 · Forecast $49');
  expect(formatCost({ usage, forecast: null })).toBe('Current charges $49.00');
  const withoutPrice = { minutes: { low: 90, high: 110 }, cost_usd: null, cycle_days: 12, previous_cycle_days: 0 };
  expect(formatCost({ usage, forecast: withoutPrice })).toBe('Current charges $49.00');
  const withoutCost = { ...usage, estimated_cost_usd: null };
  expect(formatCost({ usage: withoutCost, forecast: null })).toBe('Current charges unknown');
});

test('formats a range of minutes', () => {
  expect(formatMinutesRange({ low: 412, high: 456 })).toBe('412–456 minutes');
  expect(formatMinutesRange({ low: 1, high: 1 })).toBe('1 minute');
});

test('ends a billing period on its last day, not on the first day of the next period', () => {
  const period = formatBillingPeriod(new Date(usage.billing_period.start), new Date(usage.billing_period.end));
  expect(period).toMatch(/\b4\b.*\b3\b/);
  expect(period).toContain('Oct');
  expect(period).toContain('Nov');
});

test.each([
  [13, 11, 13, 0, 'All 13 billed minutes match 11 calls'],
  [1, 1, 1, 0, '1 billed minute matches 1 call'],
  [13, 11, 11, 2, '13 billed minutes, but 11 calls with 11 minutes: 2 minutes without a matching call'],
  [13, 11, 14, -1, '13 billed minutes, but 11 calls with 14 minutes: 1 minute not billed'],
  [0, 0, 0, 0, 'No completed calls in this cycle yet'],
])('compares %i billed minutes with %i calls of %i minutes', (minutes_used, calls, call_minutes, unmatched, text) => {
  const reconciliation = { calls, call_minutes, unmatched_minutes: unmatched, calls_without_date: 0 };
  expect(describeReconciliation({ usage: { ...usage, minutes_used }, reconciliation, remote: null })).toBe(text);
});

test.each([
  [13, 11, 13, 0, 'All 13 billed minutes match 11 calls'],
  [
    13,
    1,
    3,
    10,
    '1 call in this workspace matches 3 of 13 billed minutes · The other 10 may be calls placed elsewhere',
  ],
  [13, 0, 0, 13, 'No call with a known date matches the 13 billed minutes'],
  [13, 11, 14, -1, '11 calls in this workspace with 14 minutes, but the remote billed 13'],
])(
  'compares %i minutes of a remote with %i known calls of %i minutes',
  (minutes_used, calls, call_minutes, unmatched, text) => {
    const reconciliation = { calls, call_minutes, unmatched_minutes: unmatched, calls_without_date: 0 };
    const remote = { is_linked: true, is_permitted: true, fetched_at: null, unassigned_minutes: 0 };
    expect(describeReconciliation({ usage: { ...usage, minutes_used }, reconciliation, remote })).toBe(text);
  },
);

test('says how many calls of a remote have no date', () => {
  const reconciliation = { calls: 11, call_minutes: 13, unmatched_minutes: 0, calls_without_date: 1 };
  const remote = { is_linked: true, is_permitted: true, fetched_at: null, unassigned_minutes: 0 };
  expect(describeReconciliation({ usage, reconciliation, remote })).toBe(
    'All 13 billed minutes match 11 calls · 1 call without a date',
  );
});

test('counts practice calls apart', () => {
  expect(describePracticeCalls({ calls: 0, minutes: 0 })).toEqual([]);
  expect(describePracticeCalls({ calls: 1, minutes: 3 })).toEqual(['1 practice call with 3 minutes is free']);
  expect(describePracticeCalls({ calls: 2, minutes: 1 })).toEqual(['2 practice calls with 1 minute are free']);
});
