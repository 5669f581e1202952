import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import { acceptedFormats } from '../../../shared/knowledge/document-kinds.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { useCapabilities } from '../connection/public.ts';
import { useIsFirstFetch } from '../outbox/public.ts';
import { formatClockTime } from '../../format/format-day.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatSize } from '../../format/format-size.ts';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FetchingState } from '../../ui/feedback/fetching-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FilterChip } from '../../ui/fields/filter-chip.tsx';
import { FilterField } from '../../ui/fields/filter-field.tsx';
import { NoFilterResults } from '../../ui/tables/no-filter-results.tsx';
import { createCopyLinkAction } from '../../data/copy-link-action.ts';
import { findPublicId } from '../../data/find-public-id.ts';
import { createCopyAction, createOpenAction, type RowActions } from '../../ui/tables/row-action.ts';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { isMac } from '../../data/bridge.ts';
import { isShortcut } from '../../ui/commands/shortcut.ts';
import { findRow } from '../../ui/tables/use-row-navigation.ts';
import { DocumentSelection } from './document-selection.tsx';
import { listLabels } from './list-labels.ts';
import { documentColumns } from './document-columns.tsx';
import { documentsQuery } from './documents-query.ts';
import type { DocumentActions } from './use-document-actions.tsx';

type DocumentsTableProps = {
  /** Only the documents that were added at this time or later are shown. */
  readonly since: string | undefined;
  readonly onShowAll: () => void;
  readonly selectedId: string | null;
  readonly onOpen: (document: DocumentRecord) => void;
  readonly getActions: (document: DocumentRecord) => DocumentActions;
  readonly onDelete: (document: DocumentRecord) => void;
};

const newestFirst = { id: 'added', desc: true } as const;

export function DocumentsTable({ since, onShowAll, selectedId, onOpen, getActions, onDelete }: DocumentsTableProps) {
  const documents = useQuery(documentsQuery);
  const [filter, setFilter] = useState('');
  const [label, setLabel] = useState<string | null>(null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const isFetching = useIsFirstFetch('documents');
  if (documents.isError)
    return (
      <ErrorState
        title="Documents could not be loaded"
        detail={formatError(documents.error)}
        onRetry={() => void documents.refetch()}
      />
    );
  if (!documents.data) return <TableSkeleton label="Loading documents" />;
  if (documents.data.length === 0) return <NoDocuments />;
  const all = documents.data;
  const labels = listLabels(all);
  const added = all.filter(
    ({ added_at }) => since === undefined || (added_at !== null && Date.parse(added_at) >= Date.parse(since)),
  );
  const shown = label === null ? added : added.filter((document) => document.labels.includes(label));
  const selected = all.filter(({ document_id }) => selectedIds.has(document_id));
  const toggle = ({ document_id }: DocumentRecord) => {
    const ids = new Set(selectedIds);
    if (!ids.delete(document_id)) ids.add(document_id);
    setSelectedIds(ids);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const box = findRow(event.target)?.querySelector<HTMLElement>('input[type="checkbox"]');
    if (event.key === 'Escape' && selectedIds.size > 0) setSelectedIds(new Set());
    else if (isShortcut(event, 'x', isMac) && box) box.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const listActions = (document: DocumentRecord): RowActions => {
    const { document_id } = document;
    const { saveOriginal, retry, pending, replace, rename, editLabels, delete: remove } = getActions(document);
    const publicId = findPublicId(document_id, document);
    return [
      [createOpenAction(() => onOpen(document)), saveOriginal, ...(retry ? [retry] : [])],
      ...(pending.length > 0 ? [pending] : []),
      [replace, rename, editLabels],
      [
        createCopyLinkAction('knowledge', document_id),
        ...(publicId === null ? [] : [createCopyAction('ID', publicId)]),
      ],
      [remove],
    ];
  };
  return (
    // Handles keys from the buttons in the rows.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      data-selecting={selected.length > 0 || undefined}
      onKeyDown={onKeyDown}
      className="group/table flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-9 shrink-0 items-center justify-between px-6">
        <div className="flex min-w-0 items-center gap-2">
          <FilterField label="Filter documents" value={filter} onChange={setFilter} />
          {(labels.length > 0 || label !== null) && (
            <FilterChip
              label="Label"
              value={label}
              options={labels.map((value) => ({ value, label: value }))}
              onChange={setLabel}
            />
          )}
          {since !== undefined && (
            <FilterChip
              label="Added"
              value={since}
              options={[{ value: since, label: `Since ${formatClockTime(since)}` }]}
              onChange={(value) => value === null && onShowAll()}
            />
          )}
        </div>
        <p className="text-small text-muted">
          {formatDocumentTotals(shown)}
          {isFetching && ' · Fetching …'}
        </p>
      </div>
      {shown.length === 0 && label !== null ? (
        <EmptyState
          illustration={<Illustration name="search" />}
          title={`No documents have the label “${label}”`}
          action={<Button onClick={() => setLabel(null)}>Show all documents</Button>}
        >
          The documents with this label were deleted, or their labels were changed.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState
          illustration={<Illustration name="search" />}
          title="No documents were added since then"
          action={<Button onClick={onShowAll}>Show all documents</Button>}
        >
          A document that was deleted is no longer in the list.
        </EmptyState>
      ) : (
        <DataTable
          label="Documents"
          columns={documentColumns}
          rows={shown}
          getRowId={getDocumentId}
          filter={filter}
          initialSort={newestFirst}
          selectedId={selectedId}
          onOpen={onOpen}
          onDelete={onDelete}
          listActions={listActions}
          check={{
            getLabel: ({ title }) => `Select ${title}`,
            onToggle: toggle,
            isChecked: ({ document_id }) => selectedIds.has(document_id),
          }}
          noResults={
            <NoFilterResults filter={filter} onClear={() => setFilter('')}>
              Try a different title, kind or status.
            </NoFilterResults>
          }
        />
      )}
      <DocumentSelection selected={selected} onClear={() => setSelectedIds(new Set())} />
    </div>
  );
}

function NoDocuments() {
  const add = useCommand('add-documents');
  const hasList = useCapabilities()?.document_list ?? true;
  if (useIsFirstFetch('documents'))
    return <FetchingState illustration={<Illustration name="documents" />} noun="documents" />;
  return (
    <EmptyState
      illustration={<Illustration name="documents" />}
      title="No documents yet"
      action={
        <Button disabledReason={add.disabledReason} onClick={add.run}>
          Add documents
        </Button>
      }
    >
      Agents answer questions from the documents that you add here. Drop {acceptedFormats} files anywhere in the window,
      up to {formatSize(limits.uploadBytes)} each.
      {!hasList && ' This remote has no list of documents: add those that were uploaded elsewhere by their IDs.'}
    </EmptyState>
  );
}

function getDocumentId({ document_id }: DocumentRecord): string {
  return document_id;
}

function formatDocumentTotals(records: readonly DocumentRecord[]): string {
  const chunks = records.reduce((sum, { chunks_created }) => sum + chunks_created, 0);
  return `${formatCount(records.length, 'document')}, ${formatCount(chunks, 'chunk')}`;
}
