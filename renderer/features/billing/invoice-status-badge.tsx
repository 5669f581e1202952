import { invoiceStatuses, type InvoiceStatus } from '../../../shared/billing/invoices.ts';
import { StatusLabel, type StatusTone } from '../../ui/feedback/status-label.tsx';

const labels = { open: 'Open', paid: 'Paid', void: 'Void' } as const satisfies Record<InvoiceStatus, string>;

const tones = { open: 'pending', paid: 'good', void: 'neutral' } as const satisfies Record<InvoiceStatus, StatusTone>;

export function InvoiceStatusBadge({ status }: { readonly status: string }) {
  return <StatusLabel tone={isInvoiceStatus(status) ? tones[status] : 'neutral'} label={formatInvoiceStatus(status)} />;
}

/** A status that this application does not know is shown as sent by the remote. */
export function formatInvoiceStatus(status: string): string {
  return isInvoiceStatus(status) ? labels[status] : status;
}

/** Whether a status is one of this application. A remote can have others. */
export function isInvoiceStatus(status: string): status is InvoiceStatus {
  return invoiceStatuses.some((known) => known === status);
}
