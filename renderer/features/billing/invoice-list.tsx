import { useState } from 'react';
import { ChevronDown, Download, FileArchive, Sheet } from 'lucide-react';
import type { BillingOverview } from '../../../shared/billing/billing.ts';
import { invoiceStatuses, type InvoiceRecord } from '../../../shared/billing/invoices.ts';
import { toCents } from '../../../shared/text/money.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useIsFirstFetch } from '../outbox/public.ts';
import { formatDollars } from '../../format/format-money.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FilterChip } from '../../ui/fields/filter-chip.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FilterField } from '../../ui/fields/filter-field.tsx';
import { getFileDragProps } from '../../data/file-drag.ts';
import { createCopyLinkAction } from '../../data/copy-link-action.ts';
import { createCopyAction, createOpenAction, type RowActions } from '../../ui/tables/row-action.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { useInvoiceActions } from './invoice-buttons.tsx';
import { getCopiedId } from './invoice-panel.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { formatInvoiceStatus, isInvoiceStatus } from './invoice-status-badge.tsx';
import { listBundlePeriods } from './bundle-periods.ts';
import { saveInvoiceBundle, saveInvoicesCsv } from './invoice-actions.ts';

type InvoiceListProps = {
  readonly invoices: readonly InvoiceRecord[];
  /** Number of invoices that cannot be shown. */
  readonly leftOut: number;
  readonly remote: BillingOverview['remote'];
  readonly selectedId: string | null;
  readonly onOpen: (invoice: InvoiceRecord) => void;
};

const newestFirst = { id: 'issued', desc: true } as const;

export function InvoiceList({ invoices, leftOut, remote, selectedId, onOpen }: InvoiceListProps) {
  const [filter, setFilter] = useState('');
  const [status, setStatus] = useState<string | null>(null);
  const { getActions, dialog } = useInvoiceActions();
  const isFirstFetch = useIsFirstFetch('invoices');
  if (invoices.length === 0 && leftOut > 0) return null;
  if (invoices.length === 0)
    return <p className="px-6 py-4 text-muted">{isFirstFetch ? 'Fetching invoices …' : describeNoInvoices(remote)}</p>;
  const rows = status === null ? invoices : invoices.filter((invoice) => invoice.status === status);
  const clear = () => {
    setFilter('');
    setStatus(null);
  };
  const listActions = (invoice: InvoiceRecord): RowActions => {
    const { invoice_id, number } = invoice;
    const { openPdf, savePdf, payment, reversal, downloadPdf } = getActions(invoice);
    return [
      [createOpenAction(() => onOpen(invoice)), openPdf, savePdf, ...downloadPdf],
      [
        ...(invoice.line_items ? [createCopyAction('invoice number', number)] : []),
        createCopyLinkAction('billing', invoice_id),
        createCopyAction('ID', getCopiedId(invoice)),
      ],
      [...payment, ...reversal],
    ];
  };
  const noResults = (
    <EmptyState
      illustration={<Illustration name="search" />}
      title="No invoices match these filters"
      action={<Button onClick={clear}>Clear filters</Button>}
    />
  );
  return (
    <>
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-6">
        <h2 className="text-section">{formatCount(invoices.length, 'invoice')}</h2>
        <FilterField label="Filter invoices" value={filter} onChange={setFilter} />
        <FilterChip label="Status" value={status} options={listStatusChoices(invoices)} onChange={setStatus} />
        <div className="ml-auto flex items-center gap-3">
          <p role="status" className="text-small text-muted">
            {summarizeInvoices(invoices)}
          </p>
          <ExportInvoicesMenu invoices={invoices} />
        </div>
      </div>
      <div className="flex min-h-56 flex-1 flex-col">
        {rows.length === 0 ? (
          noResults
        ) : (
          <DataTable
            label="Invoices"
            columns={invoiceColumns}
            rows={rows}
            getRowId={getInvoiceId}
            filter={filter}
            initialSort={newestFirst}
            selectedId={selectedId}
            onOpen={onOpen}
            listActions={listActions}
            getRowProps={getRowProps}
            noResults={noResults}
          />
        )}
      </div>
      {dialog}
    </>
  );
}

function describeNoInvoices(remote: BillingOverview['remote']): string {
  if (!remote) return 'No invoices yet. An invoice appears here when a billing cycle ends, even if the app is closed.';
  if (!remote.is_permitted)
    return 'Invoices are not available: the role of the API key is not allowed to read them on the remote.';
  return remote.is_linked
    ? 'No invoices yet. They appear here when the remote lists them.'
    : 'The remote listed no invoices while this workspace was linked.';
}

/** A remote can have other statuses, which follow the known ones. */
function listStatusChoices(invoices: readonly InvoiceRecord[]) {
  const values = new Set([...invoiceStatuses, ...invoices.map(({ status }) => status)]);
  return [...values].map((value) => ({ value, label: formatInvoiceStatus(value) }));
}

/** Drags the PDF. */
function getRowProps({ invoice_id, pdf_url }: InvoiceRecord) {
  return pdf_url === null ? {} : getFileDragProps({ kind: 'invoice', id: invoice_id });
}

function getInvoiceId({ invoice_id }: InvoiceRecord): string {
  return invoice_id;
}

function summarizeInvoices(invoices: readonly InvoiceRecord[]): string {
  const open = invoices.filter(({ status }) => status === 'open');
  const openCents = open.reduce((sum, { amount_due_usd }) => sum + toCents(amount_due_usd), 0);
  // Whether another status of a remote is settled is not known.
  if (!invoices.every(({ status }) => isInvoiceStatus(status))) return '';
  if (open.length > 0) return `${formatNumber(open.length)} open (${formatDollars(openCents / 100)})`;
  return invoices.every(({ status }) => status === 'paid') ? 'All paid' : 'None open';
}

/** Downloads invoices as CSV or as PDFs in a ZIP file. */
function ExportInvoicesMenu({ invoices }: { readonly invoices: readonly InvoiceRecord[] }) {
  const [isBusy, setBusy] = useState(false);
  const csvDisabledReason = useMissingPermission(appRoutes.exportInvoices);
  const zipDisabledReason = useMissingPermission(appRoutes.bundleInvoices);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download aria-hidden size={14} />} aria-busy={isBusy} aria-disabled={isBusy}>
          {isBusy ? 'Exporting…' : 'Export'}
          <ChevronDown aria-hidden size={13} />
        </Button>
      }
    >
      <MenuItem
        icon={<Sheet aria-hidden size={14} />}
        disabledReason={csvDisabledReason}
        onSelect={() => void run(saveInvoicesCsv)}
      >
        Download all invoices (CSV)
      </MenuItem>
      <MenuSeparator />
      {listBundlePeriods(invoices).map((period) => (
        <MenuItem
          key={period.label}
          icon={<FileArchive aria-hidden size={14} />}
          disabledReason={zipDisabledReason}
          onSelect={() => void run(() => saveInvoiceBundle(period))}
        >
          Download {period.label} (ZIP)
        </MenuItem>
      ))}
    </Menu>
  );
}
