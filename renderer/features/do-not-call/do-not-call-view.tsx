import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, PanelRight, Plus, Trash2, Upload } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { DoNotCallEntry } from '../../../shared/calls/do-not-call.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount } from '../../format/format-number.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FilterField } from '../../ui/fields/filter-field.tsx';
import { NoFilterResults } from '../../ui/tables/no-filter-results.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { createCopyAction, type RowAction, type RowActions } from '../../ui/tables/row-action.ts';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { toLocalDay } from '../../format/local-day.ts';
import { invalidate } from '../../data/invalidate.ts';
import { saveBlob } from '../../data/save-file.ts';
import { v1 } from '../../data/service-clients.ts';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { formatPhoneNumber } from '../../format/phone-number.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { AddNumberDialog } from './add-number-dialog.tsx';
import { createDoNotCallColumns } from './do-not-call-columns.tsx';
import { doNotCallKey, doNotCallQuery } from './do-not-call-query.ts';
import { ImportNumbersDialog } from './import-numbers-dialog.tsx';

const newestFirst = { id: 'since', desc: true } as const;

/** The numbers to which calls are refused. */
export function DoNotCallView() {
  const entries = useQuery(doNotCallQuery);
  const [filter, setFilter] = useState('');
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const addDisabledReason = useMissingPermission(
    v1Routes.addDoNotCallEntry,
    v1Routes.previewDoNotCallImport,
    v1Routes.importDoNotCallEntries,
  );
  const removeDisabledReason = useMissingPermission(v1Routes.removeDoNotCallEntry);
  const navigate = useNavigate();
  const createRemoveAction = useCallback(
    (entry: DoNotCallEntry): RowAction => ({
      label: 'Remove number',
      icon: Trash2,
      disabledReason: removeDisabledReason,
      run: () => void removeEntry(entry),
    }),
    [removeDisabledReason],
  );
  const columns = useMemo(() => createDoNotCallColumns(createRemoveAction), [createRemoveAction]);
  const listActions = (entry: DoNotCallEntry): RowActions => {
    const { call_id, recipient_number, entry_id } = entry;
    return [
      call_id === null
        ? []
        : [
            {
              label: 'View call',
              icon: PanelRight,
              run: () => void navigate({ to: '/calls/$callId', params: { callId: call_id }, search: {} }),
            },
          ],
      [createCopyAction('phone number', recipient_number), createCopyAction('ID', entry_id)],
      [createRemoveAction(entry)],
    ];
  };
  const addButton = (
    <Button
      variant="primary"
      size="large"
      icon={<Plus aria-hidden size={15} />}
      disabledReason={addDisabledReason}
      onClick={() => setDialog('add')}
    >
      Add number
    </Button>
  );
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-6 pt-4 pb-2">
        <FilterField label="Filter numbers" value={filter} onChange={setFilter} />
        <span className="flex-1" />
        <p role="status" className="text-small text-muted">
          {entries.data ? formatCount(entries.data.length, 'number') : ''}
        </p>
        <IconButton
          label="Import numbers from a CSV file"
          icon={<Upload aria-hidden size={15} />}
          disabledReason={addDisabledReason}
          onClick={() => setDialog('import')}
        />
        <IconButton
          label="Export the list as CSV"
          icon={<Download aria-hidden size={15} />}
          onClick={() => void exportEntries()}
        />
        {addButton}
      </div>
      {entries.isError ? (
        <ErrorState
          title="The do-not-call list could not be loaded"
          detail={formatError(entries.error)}
          onRetry={() => void entries.refetch()}
        />
      ) : !entries.data ? (
        <TableSkeleton label="Loading numbers" />
      ) : entries.data.length === 0 ? (
        <EmptyState illustration={<Illustration name="calls" />} title="No numbers on the list">
          Numbers appear here when you add or import them, or when a recipient asks not to be called again. Calls to
          them are refused.
        </EmptyState>
      ) : (
        <DataTable
          label="Do-not-call list"
          columns={columns}
          rows={entries.data}
          getRowId={getEntryId}
          filter={filter}
          initialSort={newestFirst}
          onDelete={(entry) => {
            const { disabledReason, run } = createRemoveAction(entry);
            if (!disabledReason) run();
          }}
          listActions={listActions}
          noResults={
            <NoFilterResults filter={filter} onClear={() => setFilter('')}>
              Try a different number or reason.
            </NoFilterResults>
          }
        />
      )}
      {dialog === 'add' && <AddNumberDialog onClose={() => setDialog(null)} />}
      {dialog === 'import' && <ImportNumbersDialog onClose={() => setDialog(null)} />}
    </div>
  );
}

function getEntryId({ entry_id }: DoNotCallEntry): string {
  return entry_id;
}

/** Removes a number and offers to add it again. A number that is no longer listed counts as removed. */
export async function removeEntry({ entry_id, recipient_number, reason }: DoNotCallEntry): Promise<void> {
  const number = formatPhoneNumber(recipient_number);
  try {
    await v1(v1Routes.removeDoNotCallEntry, { params: { entry_id } });
    showActionToast(`${number} can be called again`, 'Undo', () => void restoreEntry(recipient_number, reason));
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'do_not_call_entry_not_found'))
      showRequestError(`${number} was not removed from the do-not-call list`, error);
  }
  void invalidate(doNotCallKey);
}

async function restoreEntry(recipient_number: string, reason: string): Promise<void> {
  try {
    await v1(v1Routes.addDoNotCallEntry, { json: { recipient_number, reason } });
  } catch (error) {
    showRequestError(`${formatPhoneNumber(recipient_number)} is not on the do-not-call list`, error);
  }
  void invalidate(doNotCallKey);
}

export async function exportEntries(): Promise<void> {
  try {
    const response = await v1(v1Routes.exportDoNotCallEntries, {});
    saveBlob(`do-not-call ${toLocalDay(new Date())}.csv`, await response.blob());
  } catch (error) {
    showRequestError('The do-not-call list was not exported', error);
  }
}
