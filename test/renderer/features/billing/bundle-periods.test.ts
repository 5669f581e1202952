import { expect, test } from 'vitest';
import { listBundlePeriods } from '../../../../renderer/features/billing/bundle-periods.ts';

const createInvoices = (...dates: readonly string[]) => dates.map((date) => ({ issue_date: `${date}T00:00:00.000Z` }));

test('offers bundles of the latest month, of each year with invoices, and of all invoices', () => {
  expect(listBundlePeriods(createInvoices('2025-12-01', '2026-02-01', '2026-01-01'))).toEqual([
    {
      label: 'February 2026',
      fileName: 'invoices 2026-02',
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    },
    { label: '2026', fileName: 'invoices 2026', from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' },
    { label: '2025', fileName: 'invoices 2025', from: '2025-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
    { label: 'all invoices', fileName: 'invoices' },
  ]);
});

test('ends the range of December in January of the next year', () => {
  expect(listBundlePeriods(createInvoices('2026-12-31'))[0]).toMatchObject({
    label: 'December 2026',
    to: '2027-01-01T00:00:00.000Z',
  });
});

test('offers no bundles without invoices', () => {
  expect(listBundlePeriods([])).toEqual([]);
});
