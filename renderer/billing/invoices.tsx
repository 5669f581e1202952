import { useState } from 'react';
import { invoiceStatuses, type InvoiceRecord } from '../../shared/billing.ts';
import { toCents } from '../../shared/money.ts';
import { formatDollars } from '../format/format-money.ts';
import { formatCount } from '../format/format-number.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceChip } from '../ui/choice-chip.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { Empty } from '../ui/empty.tsx';
import { FilterField } from '../ui/filter-field.tsx';
import { ExportMenu } from './export-menu.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { statusWords } from './invoice-status.tsx';

type InvoicesProps = {
  readonly invoices: readonly InvoiceRecord[];
  /** How many more there are that cannot be shown. */
  readonly unreadable: number;
  readonly selectedId: string | null;
  readonly onOpen: (invoice: InvoiceRecord) => void;
};

const newestFirst = { id: 'issued', desc: true } as const;

const statusChoices = invoiceStatuses.map((value) => ({ value, label: statusWords[value] }));

export function Invoices({ invoices, unreadable, selectedId, onOpen }: InvoicesProps) {
  const [filter, setFilter] = useState('');
  const [status, setStatus] = useState<string | null>(null);
  if (invoices.length === 0 && unreadable > 0) return null;
  if (invoices.length === 0)
    return (
      <p className="px-6 py-4 text-muted">
        No invoices yet. Each cycle gets one when it ends, also while the program is closed.
      </p>
    );
  const rows = status === null ? invoices : invoices.filter((invoice) => invoice.status === status);
  const clear = () => {
    setFilter('');
    setStatus(null);
  };
  const nothing = (
    <Empty
      drawing={<Drawing name="search" />}
      title="No invoice matches"
      action={<Button onClick={clear}>Clear the filters</Button>}
    />
  );
  return (
    <>
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-6">
        <h2 className="text-section">Invoices</h2>
        <FilterField label="Filter invoices" value={filter} onChange={setFilter} />
        <ChoiceChip label="Status" value={status} choices={statusChoices} onChoose={setStatus} />
        <div className="ml-auto flex items-center gap-3">
          <p role="status" className="text-small text-muted">
            {summarize(invoices)}
          </p>
          <ExportMenu invoices={invoices} />
        </div>
      </div>
      <div className="flex min-h-56 flex-1 flex-col">
        {rows.length === 0 ? (
          nothing
        ) : (
          <DataTable
            label="Invoices"
            columns={invoiceColumns}
            rows={rows}
            rowId={idOf}
            filter={filter}
            initialSort={newestFirst}
            selectedId={selectedId}
            onOpen={onOpen}
            whenNothingMatches={nothing}
          />
        )}
      </div>
    </>
  );
}

function idOf({ invoice_id }: InvoiceRecord): string {
  return invoice_id;
}

function summarize(invoices: readonly InvoiceRecord[]): string {
  const open = invoices.filter(({ status }) => status === 'open');
  const openCents = open.reduce((sum, { amount_due_usd }) => sum + toCents(amount_due_usd), 0);
  const total = formatCount(invoices.length, 'invoice');
  return open.length === 0 ? `${total}, all paid` : `${total}, ${open.length} open: ${formatDollars(openCents / 100)}`;
}
