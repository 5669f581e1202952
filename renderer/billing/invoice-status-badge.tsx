import type { InvoiceStatus as Wire } from '../../shared/billing.ts';
import { StatusLabel } from '../ui/status-label.tsx';

export const invoiceStatusLabels = { open: 'Open', paid: 'Paid' } as const satisfies Record<Wire, string>;

export function InvoiceStatusBadge({ status }: { readonly status: Wire }) {
  return <StatusLabel tone={status === 'paid' ? 'good' : 'pending'} label={invoiceStatusLabels[status]} />;
}
