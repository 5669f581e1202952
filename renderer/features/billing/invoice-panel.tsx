import type { ReactNode } from 'react';
import type { InvoiceRecord } from '../../../shared/billing/invoices.ts';
import { toCents } from '../../../shared/text/money.ts';
import { formatDollars } from '../../format/format-money.ts';
import { formatNumber } from '../../format/format-number.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Panel, PanelFooter } from '../../ui/dialogs/panel.tsx';
import { BillingPeriod, IssueDay } from './billing-period.tsx';
import { CycleTime } from './cycle-time.tsx';
import { InvoiceButtons, useInvoiceActions } from './invoice-buttons.tsx';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';

type InvoicePanelProps = { readonly invoice: InvoiceRecord; readonly onClose: () => void };

/** One invoice with its line items, its PDF and its payment status. */
export function InvoicePanel({ invoice, onClose }: InvoicePanelProps) {
  const { number, status, line_items } = invoice;
  const { getActions, dialog } = useInvoiceActions();
  const actions = getActions(invoice);
  return (
    <Panel
      title={`Invoice ${number}`}
      subtitle={<InvoiceStatusBadge status={status} />}
      actions={actions.reversal.map(({ label, icon: Icon, disabledReason, run }) => (
        <IconButton
          key={label}
          label={label}
          icon={Icon && <Icon aria-hidden size={15} />}
          disabledReason={disabledReason}
          onClick={run}
        />
      ))}
      onClose={onClose}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
        {line_items ? (
          <LineItems invoice={invoice} lineItems={line_items} />
        ) : (
          <>
            <p className="text-muted">{describePdf(invoice)}</p>
            <dl className="grid grid-cols-[1fr_auto] gap-y-2">
              <Total invoice={invoice} />
            </dl>
            <p className="text-muted">The remote sends no line items.</p>
          </>
        )}
        <dl className="grid grid-cols-[6.5rem_1fr] gap-y-2">
          {line_items && (
            <>
              <dt className="text-muted">Billing period</dt>
              <dd>
                <BillingPeriod period={line_items.billing_period} withYear />
              </dd>
            </>
          )}
          <dt className="text-muted">Issued</dt>
          <dd>
            <IssueDay at={invoice.issue_date} />
          </dd>
          {line_items && <Settlement lineItems={line_items} />}
          <dt className="text-muted">{line_items ? 'ID' : 'ID at remote'}</dt>
          <dd className="flex min-w-0 items-start gap-1 [&>button]:-my-0.5">
            <code className="min-w-0 flex-1 font-mono text-small leading-5 break-all select-text">
              {getCopiedId(invoice)}
            </code>
            <CopyButton text={getCopiedId(invoice)} label="Copy ID" />
          </dd>
        </dl>
      </div>
      <PanelFooter>
        <InvoiceButtons invoice={invoice} actions={actions} />
      </PanelFooter>
      {dialog}
    </Panel>
  );
}

/** The ID that the issuer of an invoice uses. */
export function getCopiedId({ invoice_id, number, line_items }: InvoiceRecord): string {
  return line_items ? invoice_id : number;
}

function describePdf({ pdf_url, error }: InvoiceRecord): string {
  if (error !== null) return `The PDF could not be downloaded. ${error}`;
  return pdf_url === null ? 'The PDF has not been downloaded yet.' : 'The PDF is stored on this computer.';
}

type LineItemsProps = {
  readonly invoice: InvoiceRecord;
  readonly lineItems: NonNullable<InvoiceRecord['line_items']>;
};

function LineItems({ invoice, lineItems }: LineItemsProps) {
  const { plan_name, fee_usd, minutes_used, minutes_included, overage_minutes, overage_usd_per_minute } = lineItems;
  const overageUsd = (toCents(invoice.amount_due_usd) - toCents(fee_usd)) / 100;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-2">
      <LineItem name={`${plan_name} plan fee`}>{formatDollars(fee_usd)}</LineItem>
      <LineItem
        name={`Included: ${formatNumber(minutes_used - overage_minutes)} of ${formatNumber(minutes_included)} min`}
      >
        {formatDollars(0)}
      </LineItem>
      <LineItem name={`Overage: ${formatNumber(overage_minutes)} min × ${formatDollars(overage_usd_per_minute)}`}>
        {formatDollars(overageUsd)}
      </LineItem>
      <Total invoice={invoice} />
    </dl>
  );
}

function Total({ invoice }: { readonly invoice: InvoiceRecord }) {
  return (
    <>
      <dt className="border-t border-line pt-2 font-medium">Total</dt>
      <dd className="border-t border-line pt-2 text-right font-medium tabular-nums">
        {formatDollars(invoice.amount_due_usd)}
      </dd>
    </>
  );
}

function Settlement({ lineItems: { paid_at, reversed_at, credit_note } }: Pick<LineItemsProps, 'lineItems'>) {
  return (
    <>
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
    </>
  );
}

function LineItem({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </>
  );
}
