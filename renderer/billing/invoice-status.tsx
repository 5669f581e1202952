import type { InvoiceStatus as Wire } from '../../shared/billing.ts';
import { Status } from '../ui/status.tsx';

export const statusWords = { open: 'Open', paid: 'Paid' } as const satisfies Record<Wire, string>;

export function InvoiceStatus({ status }: { readonly status: Wire }) {
  return <Status tone={status === 'paid' ? 'good' : 'pending'} word={statusWords[status]} />;
}
