import type { InvoiceRecords } from '../../../shared/billing/invoices.ts';
import { formatCount } from '../../format/format-number.ts';

/** All invoices of a remote can be unusable. */
const maxShown = 3;

type UnusableInvoicesProps = { readonly invoices: InvoiceRecords['unusable'] };

/** Shows why the remote's invoices cannot be shown. */
export function UnusableInvoices({ invoices }: UnusableInvoicesProps) {
  if (invoices.length === 0) return null;
  const others = invoices.length - maxShown;
  return (
    <ul aria-label="Invoices that cannot be shown" className="bg-bad-soft px-6 py-1.5 text-small">
      {invoices.slice(0, maxShown).map(({ number, error }) => (
        <li key={number} className="break-words select-text">
          <span className="font-medium">{number}</span>: {error}
        </li>
      ))}
      {others > 0 && <li>{formatCount(others, 'more invoice')} cannot be shown.</li>}
    </ul>
  );
}
