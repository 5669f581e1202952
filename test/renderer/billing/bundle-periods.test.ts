import { expect, test } from 'vitest';
import { listBundlePeriods } from '../../../renderer/billing/bundle-periods.ts';

const at = (...dates: readonly string[]) => dates.map((date) => ({ issue_date: `${date}T00:00:00.000Z` }));

test('bundles are offered of the latest month, of each year with an invoice, and of all', () => {
  expect(listBundlePeriods(at('2025-12-01', '2026-02-01', '2026-01-01'))).toEqual([
    {
      label: 'February 2026',
      name: 'invoices 2026-02',
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    },
    { label: '2026', name: 'invoices 2026', from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' },
    { label: '2025', name: 'invoices 2025', from: '2025-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
    { label: 'All invoices', name: 'invoices' },
  ]);
});

test('a month goes over the end of its year', () => {
  expect(listBundlePeriods(at('2026-12-31'))[0]).toMatchObject({
    label: 'December 2026',
    to: '2027-01-01T00:00:00.000Z',
  });
});

test('without invoices there is nothing to bundle', () => {
  expect(listBundlePeriods([])).toEqual([]);
});
