import { formatCents } from '../../../../../shared/money.ts';
import { countOverageMinutes } from '../usage-cost.ts';
import { formatInvoiceNumber } from '../invoice-row.ts';
import type { InvoiceRow } from '../invoice-queries.ts';
import { truncateText } from './printable-text.ts';

/** Whatever it is called, the invoice stays on one page. */
const maxPlanNameLength = 60;

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const numberFormat = new Intl.NumberFormat('en-US');

/** What an invoice says, in the words that stand on it. */
export type InvoiceText = {
  readonly title: string;
  readonly status: string;
  readonly details: readonly (readonly [name: string, value: string])[];
  readonly header: readonly [string, string, string, string];
  readonly rows: readonly (readonly [what: string, minutes: string, rate: string, amount: string])[];
  readonly total: readonly [name: string, amount: string];
  readonly note: string;
};

export function toInvoiceText(invoice: InvoiceRow): InvoiceText {
  const { minutes_used, minutes_included, fee_cents, amount_cents } = invoice;
  const overage = countOverageMinutes({ minutesIncluded: minutes_included }, minutes_used);
  const within = Math.min(minutes_used, minutes_included);
  const plan = truncateText(invoice.plan_name, maxPlanNameLength);
  return {
    title: `Invoice ${formatInvoiceNumber(invoice)}`,
    status: invoice.paid_at === null ? 'Open' : `Paid on ${dateFormat.format(invoice.paid_at)}`,
    details: [
      ['Invoice number', formatInvoiceNumber(invoice)],
      ['Issued on', dateFormat.format(invoice.cycle_end)],
      [
        'Billing period',
        `${dateFormat.format(invoice.cycle_start)} until ${dateFormat.format(invoice.cycle_end)}, 00:00 UTC`,
      ],
      ['Plan', plan],
      ['Minutes used', numberFormat.format(minutes_used)],
    ],
    header: ['What', 'Minutes', 'Rate per minute', 'Amount'],
    rows: [
      [`${plan} plan, fee for the period`, '', '', formatCents(fee_cents)],
      [
        `Used of the ${numberFormat.format(minutes_included)} minutes included`,
        numberFormat.format(within),
        'included',
        formatCents(0),
      ],
      [
        'Overage: minutes beyond those included',
        numberFormat.format(overage),
        formatCents(invoice.overage_cents_per_minute),
        formatCents(amount_cents - fee_cents),
      ],
    ],
    total: [invoice.paid_at === null ? 'Amount due, US dollars' : 'Total, US dollars', formatCents(amount_cents)],
    note: `Minutes are those of completed calls, each rounded up to whole minutes. The calls were rehearsals: nobody was dialled${amount_cents === 0 ? ', and nothing is due' : ''}.`,
  };
}
