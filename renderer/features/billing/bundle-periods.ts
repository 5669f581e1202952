import type { InvoiceRecord } from '../../../shared/billing/invoices.ts';
import { locale } from '../../format/locale.ts';
import type { BundlePeriod } from './invoice-actions.ts';

const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

type BundlePeriodOption = BundlePeriod & { readonly label: string };

/** Lists the bundles to offer: the latest month with an invoice, each year with invoices, and all invoices. */
export function listBundlePeriods(
  invoices: readonly Pick<InvoiceRecord, 'issue_date'>[],
): readonly BundlePeriodOption[] {
  const issueDates = invoices.map(({ issue_date }) => issue_date).toSorted();
  const latest = issueDates.at(-1);
  if (latest === undefined) return [];
  const years = [...new Set(issueDates.map((date) => Number(date.slice(0, 4))))].toReversed();
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
    { label: 'all invoices', fileName: 'invoices' },
  ];
}

function getMonthRange(date: Date): Pick<BundlePeriod, 'from' | 'to'> {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return toTimeRange(Date.UTC(year, month), Date.UTC(year, month + 1));
}

function toTimeRange(fromMs: number, toMs: number) {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
