import type { InvoiceRecord } from '../../../shared/billing/invoices.ts';
import { formatDollars } from '../../format/format-money.ts';
import { formatNumber } from '../../format/format-number.ts';
import type { Column } from '../../ui/tables/column.ts';
import { IssueDay } from './billing-period.tsx';
import { formatInvoiceStatus, InvoiceStatusBadge } from './invoice-status-badge.tsx';

export const invoiceColumns: readonly Column<InvoiceRecord>[] = [
  {
    id: 'number',
    label: 'Invoice',
    isFilterable: true,
    value: ({ number }) => number,
    cell: ({ number }) => <span className="font-medium">{number}</span>,
  },
  {
    id: 'issued',
    label: 'Issued',
    width: '120px',
    isFilterable: true,
    isShort: true,
    value: ({ issue_date }) => issue_date,
    cell: ({ issue_date }) => <IssueDay at={issue_date} />,
  },
  {
    id: 'minutes',
    label: 'Minutes',
    width: '88px',
    isHiddenWhenNarrow: true,
    isHiddenIfEmpty: true,
    isNumber: true,
    isShort: true,
    value: ({ line_items }) => line_items?.minutes_used ?? null,
    cell: ({ line_items }) => (line_items ? formatNumber(line_items.minutes_used) : '—'),
  },
  {
    id: 'overage',
    label: 'Overage',
    width: '96px',
    isNumber: true,
    isShort: true,
    isSecondary: true,
    isHiddenIfEmpty: true,
    value: ({ line_items }) => line_items?.overage_minutes ?? null,
    cell: ({ line_items }) => (line_items ? formatNumber(line_items.overage_minutes) : '—'),
  },
  {
    id: 'amount',
    label: 'Amount',
    width: '120px',
    isNumber: true,
    isFilterable: true,
    isShort: true,
    value: ({ amount_due_usd }) => amount_due_usd,
    cell: ({ amount_due_usd }) => <span className="text-ink">{formatDollars(amount_due_usd)}</span>,
  },
  {
    id: 'status',
    label: 'Status',
    width: 'max(144px, min(9rem, 26.5cqi))', // fits “Open” at any text size
    isFilterable: true,
    value: ({ status }) => formatInvoiceStatus(status),
    cell: ({ status }) => <InvoiceStatusBadge status={status} />,
  },
];
