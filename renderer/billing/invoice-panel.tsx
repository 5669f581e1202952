import { Download, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InvoiceRecord } from '../../shared/billing.ts';
import { appRoutes } from '../../shared/contract.ts';
import { toCents } from '../../shared/money.ts';
import { formatDollars } from '../format/format-money.ts';
import { formatNumber } from '../format/format-number.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Panel } from '../ui/panel.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { CycleTime } from './cycle-time.tsx';
import { openInvoice, payInvoice, saveInvoice } from './invoice-actions.ts';
import { InvoiceStatus } from './invoice-status.tsx';

type InvoicePanelProps = { readonly invoice: InvoiceRecord; readonly onClose: () => void };

/** One invoice: what it is made up of, its PDF, and that it was paid. */
export function InvoicePanel({ invoice, onClose }: InvoicePanelProps) {
  const payUnavailable = usePermission(appRoutes.payInvoice);
  const [isPaying, runPaying] = useBusy();
  const { number, billing_period, status, paid_at } = invoice;
  const overageUsd = (toCents(invoice.amount_due_usd) - toCents(invoice.fee_usd)) / 100;
  return (
    <Panel title={`Invoice ${number}`} subtitle={<InvoiceStatus status={status} />} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            icon={<ExternalLink aria-hidden size={14} />}
            onClick={() => void openInvoice(invoice)}
          >
            Open PDF
          </Button>
          <Button icon={<Download aria-hidden size={14} />} onClick={() => void saveInvoice(invoice)}>
            Save PDF
          </Button>
          {status === 'open' && (
            <Button
              unavailable={payUnavailable}
              aria-busy={isPaying}
              onClick={() => void runPaying(() => payInvoice(invoice))}
            >
              Mark as paid
            </Button>
          )}
        </div>
        <dl className="grid grid-cols-[1fr_auto] gap-y-2">
          <Line name={`${invoice.plan_name} plan, fee`}>{formatDollars(invoice.fee_usd)}</Line>
          <Line
            name={`${formatNumber(invoice.minutes_used - invoice.overage_minutes)} of ${formatNumber(invoice.minutes_included)} minutes included`}
          >
            {formatDollars(0)}
          </Line>
          <Line
            name={`${formatNumber(invoice.overage_minutes)} minutes beyond, ${formatDollars(invoice.overage_usd_per_minute)} each`}
          >
            {formatDollars(overageUsd)}
          </Line>
          <dt className="border-t border-line pt-2 font-medium">Total</dt>
          <dd className="border-t border-line pt-2 text-right font-medium">{formatDollars(invoice.amount_due_usd)}</dd>
        </dl>
        <dl className="grid grid-cols-[88px_1fr] gap-y-2">
          <dt className="text-muted">Cycle</dt>
          <dd>
            <CycleTime at={billing_period.start} /> until <CycleTime at={billing_period.end} />
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
          <dt className="text-muted">Id</dt>
          <dd className="flex min-w-0 items-start gap-1 [&>button]:-my-0.5">
            <code className="min-w-0 flex-1 font-mono text-small leading-5 break-all select-text">
              {invoice.invoice_id}
            </code>
            <Copy text={invoice.invoice_id} label="Copy the id" />
          </dd>
        </dl>
      </div>
    </Panel>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}
