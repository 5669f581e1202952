import type { InvoiceRecord } from '../../shared/billing.ts';
import { locale } from '../format/locale.ts';
import type { BundlePeriod } from './invoice-actions.ts';

const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

export type BundlePeriodOption = BundlePeriod & { readonly label: string };

/** The bundles worth offering: the latest month with an invoice, each year with one, and all. */
export function listBundlePeriods(
  invoices: readonly Pick<InvoiceRecord, 'issue_date'>[],
): readonly BundlePeriodOption[] {
  const issued = invoices.map(({ issue_date }) => issue_date).toSorted();
  const latest = issued.at(-1);
  if (latest === undefined) return [];
  const years = [...new Set(issued.map((date) => Number(date.slice(0, 4))))].toReversed();
  return [
    {
      label: monthFormat.format(new Date(latest)),
      fileName: `invoices ${latest.slice(0, 7)}`,
      ...getMonthRange(new Date(latest)),
    },
    ...years.map((year) => ({
      label: String(year),
      fileName: `invoices ${year}`,
      ...toTimeRange(Date.UTC(year, 0), Date.UTC(year + 1, 0)),
    })),
    { label: 'All invoices', fileName: 'invoices' },
  ];
}

function getMonthRange(date: Date): Pick<BundlePeriod, 'from' | 'to'> {
  const [year, at] = [date.getUTCFullYear(), date.getUTCMonth()];
  return toTimeRange(Date.UTC(year, at), Date.UTC(year, at + 1));
}

function toTimeRange(fromMs: number, toMs: number) {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
