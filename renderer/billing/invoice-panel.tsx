import type { ReactNode } from 'react';
import type { InvoiceRecord } from '../../shared/billing.ts';
import { toCents } from '../../shared/money.ts';
import { formatDollars } from '../format/format-money.ts';
import { formatNumber } from '../format/format-number.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Panel } from '../ui/panel.tsx';
import { BillingPeriod } from './billing-period.tsx';
import { CycleTime } from './cycle-time.tsx';
import { InvoiceButtons } from './invoice-buttons.tsx';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';

type InvoicePanelProps = { readonly invoice: InvoiceRecord; readonly onClose: () => void };

/** One invoice with its line items, its PDF and its payment status. */
export function InvoicePanel({ invoice, onClose }: InvoicePanelProps) {
  const { number, billing_period, status, paid_at, reversed_at, credit_note } = invoice;
  const overageUsd = (toCents(invoice.amount_due_usd) - toCents(invoice.fee_usd)) / 100;
  return (
    <Panel title={`Invoice ${number}`} subtitle={<InvoiceStatusBadge status={status} />} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
        <InvoiceButtons invoice={invoice} />
        <dl className="grid grid-cols-[1fr_auto] gap-y-2">
          <LineItem name={`${invoice.plan_name} plan fee`}>{formatDollars(invoice.fee_usd)}</LineItem>
          <LineItem
            name={`Included: ${formatNumber(invoice.minutes_used - invoice.overage_minutes)} of ${formatNumber(invoice.minutes_included)} min`}
          >
            {formatDollars(0)}
          </LineItem>
          <LineItem
            name={`Overage: ${formatNumber(invoice.overage_minutes)} min × ${formatDollars(invoice.overage_usd_per_minute)}`}
          >
            {formatDollars(overageUsd)}
          </LineItem>
          <dt className="border-t border-line pt-2 font-medium">Total</dt>
          <dd className="border-t border-line pt-2 text-right font-medium">{formatDollars(invoice.amount_due_usd)}</dd>
        </dl>
        <dl className="grid grid-cols-[6.5rem_1fr] gap-y-2">
          <dt className="text-muted">Billing period</dt>
          <dd>
            <BillingPeriod period={billing_period} withYear />
          </dd>
          <dt className="text-muted">Issued</dt>
          <dd>
            <CycleTime at={invoice.issue_date} />
          </dd>
          {paid_at !== null && (
            <>
              <dt className="text-muted">Paid</dt>
              <dd>
                <CycleTime at={paid_at} />
              </dd>
            </>
          )}
          {reversed_at !== null && (
            <>
              <dt className="text-muted">{credit_note === null ? 'Voided' : 'Credited'}</dt>
              <dd>
                <CycleTime at={reversed_at} />
                {credit_note !== null && `, ${credit_note}`}
              </dd>
            </>
          )}
          <dt className="text-muted">ID</dt>
          <dd className="flex min-w-0 items-start gap-1 [&>button]:-my-0.5">
            <code className="min-w-0 flex-1 font-mono text-small leading-5 break-all select-text">
              {invoice.invoice_id}
            </code>
            <CopyButton text={invoice.invoice_id} label="Copy ID" />
          </dd>
        </dl>
      </div>
    </Panel>
  );
}

function LineItem({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}
