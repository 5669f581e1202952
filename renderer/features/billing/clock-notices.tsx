import { CalendarClock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { BillingOverview } from '../../../shared/billing/billing.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { formatCount } from '../../format/format-number.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { formatBillingPeriod } from './billing-period.tsx';
import { confirmEndedCycles, reverseFutureInvoices } from './invoice-actions.ts';

type ClockNoticesProps = { readonly overview: Pick<BillingOverview, 'unconfirmed_cycles' | 'future_invoices'> };

/** Asks what to do about billing periods and invoices that a wrong date of the computer can have caused. */
export function ClockNotices({ overview: { unconfirmed_cycles, future_invoices } }: ClockNoticesProps) {
  return (
    <>
      {unconfirmed_cycles && <UnconfirmedCycles cycles={unconfirmed_cycles} />}
      {future_invoices && <FutureInvoices invoices={future_invoices} />}
    </>
  );
}

function UnconfirmedCycles({ cycles }: { readonly cycles: NonNullable<BillingOverview['unconfirmed_cycles']> }) {
  const disabledReason = useMissingPermission(appRoutes.confirmEndedCycles);
  const [isConfirming, setConfirming] = useState(false);
  const period = formatBillingPeriod(new Date(cycles.start), new Date(cycles.end), true);
  const count = formatCount(cycles.count, 'billing period');
  return (
    <Notice
      action={
        <Button size="small" disabledReason={disabledReason} onClick={() => setConfirming(true)}>
          Close {count}
        </Button>
      }
    >
      {count} ({period}) ended with hardly any activity and no invoice. Check the date of this computer. If it is wrong,
      correct it and do nothing here.
      {isConfirming && (
        <ConfirmDialog
          title={`Close ${count}`}
          isNonDestructive
          onConfirm={confirmEndedCycles}
          onClose={() => setConfirming(false)}
        >
          Each gets an invoice: {period}. Confirm only if the date of this computer is right.
        </ConfirmDialog>
      )}
    </Notice>
  );
}

function FutureInvoices({ invoices }: { readonly invoices: NonNullable<BillingOverview['future_invoices']> }) {
  const disabledReason = useMissingPermission(appRoutes.reverseFutureInvoices);
  const [isConfirming, setConfirming] = useState(false);
  const count = formatCount(invoices.count, 'invoice');
  const numbers = invoices.count === 1 ? invoices.first_number : `${invoices.first_number} to ${invoices.last_number}`;
  const label = invoices.count === 1 ? 'Void this invoice' : `Void ${count}`;
  return (
    <Notice
      action={
        <Button size="small" disabledReason={disabledReason} onClick={() => setConfirming(true)}>
          {label}
        </Button>
      }
    >
      {count} ({numbers}) {invoices.count === 1 ? 'is' : 'are'} dated in the future, because the date of this computer
      was wrong. If today’s date is right, void {invoices.count === 1 ? 'it' : 'them'}.
      {isConfirming && (
        <ConfirmDialog
          title={`Void ${numbers}`}
          confirmLabel={label}
          onConfirm={reverseFutureInvoices}
          onClose={() => setConfirming(false)}
        >
          {count} {invoices.count === 1 ? 'stays' : 'stay'} in the list with {invoices.count === 1 ? 'its' : 'their'}{' '}
          number. {invoices.paid_count > 0 && `${formatCount(invoices.paid_count, 'paid invoice')} will be credited. `}
          The minutes are billed when the billing period really ends.
        </ConfirmDialog>
      )}
    </Notice>
  );
}

function Notice({ children, action }: { readonly children: ReactNode; readonly action: ReactNode }) {
  return (
    <div
      role="note"
      aria-label="Date of this computer"
      className="flex flex-wrap items-center gap-2 rounded-control bg-warn-soft px-3 py-2"
    >
      <CalendarClock aria-hidden size={14} className="shrink-0 text-warn" />
      <span className="min-w-60 flex-1">{children}</span>
      {action}
    </div>
  );
}
