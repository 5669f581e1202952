import { formatCents } from '../../../../shared/money.ts';
import { overageOf } from '../../../../shared/usage-cost.ts';
import { numberOf } from '../invoice-row.ts';
import type { InvoiceRow } from '../invoice-queries.ts';
import { shorten } from './writable-text.ts';

/** Whatever it is called, the invoice stays on one page. */
const planNameMax = 60;

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const whole = new Intl.NumberFormat('en-US');

/** What an invoice says, in the words that stand on it. */
export type InvoiceLines = {
  readonly title: string;
  readonly status: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly head: readonly [string, string, string, string];
  readonly rows: readonly (readonly [what: string, minutes: string, rate: string, amount: string])[];
  readonly total: readonly [name: string, amount: string];
  readonly note: string;
};

export function toLines(invoice: InvoiceRow): InvoiceLines {
  const { minutes_used, minutes_included, fee_cents, amount_cents } = invoice;
  const overage = overageOf({ minutesIncluded: minutes_included }, minutes_used);
  const within = Math.min(minutes_used, minutes_included);
  const plan = shorten(invoice.plan_name, planNameMax);
  return {
    title: `Invoice ${numberOf(invoice)}`,
    status: invoice.paid_at === null ? 'Open' : `Paid on ${days.format(invoice.paid_at)}`,
    facts: [
      ['Invoice number', numberOf(invoice)],
      ['Issued on', days.format(invoice.cycle_end)],
      ['Billing period', `${days.format(invoice.cycle_start)} until ${days.format(invoice.cycle_end)}, 00:00 UTC`],
      ['Plan', plan],
      ['Minutes used', whole.format(minutes_used)],
    ],
    head: ['What', 'Minutes', 'Rate per minute', 'Amount'],
    rows: [
      [`${plan} plan, fee for the period`, '', '', formatCents(fee_cents)],
      [
        `Used of the ${whole.format(minutes_included)} minutes included`,
        whole.format(within),
        'included',
        formatCents(0),
      ],
      [
        'Overage: minutes beyond those included',
        whole.format(overage),
        formatCents(invoice.overage_cents_per_minute),
        formatCents(amount_cents - fee_cents),
      ],
    ],
    total: [invoice.paid_at === null ? 'Amount due, US dollars' : 'Total, US dollars', formatCents(amount_cents)],
    note: `Minutes are those of completed calls, each rounded up to whole minutes. The calls were rehearsals: nobody was dialled${amount_cents === 0 ? ', and nothing is due' : ''}.`,
  };
}
