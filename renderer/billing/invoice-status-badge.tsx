import type { InvoiceStatus } from '../../shared/billing.ts';
import { StatusLabel, type StatusTone } from '../ui/status-label.tsx';

export const invoiceStatusLabels = { open: 'Open', paid: 'Paid', void: 'Void' } as const satisfies Record<
  InvoiceStatus,
  string
>;

const tones = { open: 'pending', paid: 'good', void: 'neutral' } as const satisfies Record<InvoiceStatus, StatusTone>;

export function InvoiceStatusBadge({ status }: { readonly status: InvoiceStatus }) {
  return <StatusLabel tone={tones[status]} label={invoiceStatusLabels[status]} />;
}
