import type { InvoiceStatus } from '../../shared/billing.ts';
import { StatusLabel } from '../ui/status-label.tsx';

export const invoiceStatusLabels = { open: 'Open', paid: 'Paid' } as const satisfies Record<InvoiceStatus, string>;

export function InvoiceStatusBadge({ status }: { readonly status: InvoiceStatus }) {
  return <StatusLabel tone={status === 'paid' ? 'good' : 'pending'} label={invoiceStatusLabels[status]} />;
}
