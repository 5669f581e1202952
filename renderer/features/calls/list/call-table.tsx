import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CallSortField, CallRecord } from '../../../../shared/calls/calls.ts';
import { formatError } from '../../../format/format-error.ts';
import { classNames } from '../../../ui/page/class-names.ts';
import { DataTableHeader } from '../../../ui/tables/data-table-header.tsx';
import { DataTableRow, type RowCheck } from '../../../ui/tables/data-table-row.tsx';
import { ErrorBanner } from '../../../ui/feedback/error-banner.tsx';
import { createCopyAction, createOpenAction, type RowActions } from '../../../ui/tables/row-action.ts';
import { useRowHeight } from '../../../ui/tables/use-row-height.ts';
import { VirtualTable, type TableHandle } from '../../../ui/tables/virtual-table.tsx';
import { getFileDragProps } from '../../../data/file-drag.ts';
import { createCopyLinkAction } from '../../../data/copy-link-action.ts';
import { findPublicId } from '../../../data/find-public-id.ts';
import type { CallsQuery } from '../calls-search.ts';
import { getPrefetchProps } from '../prefetch-call.ts';
import { clearRowFocusRequest, setTablePosition, useCallsStore } from '../calls-store.ts';
import { formatRecipient } from '../format-recipient.ts';
import { toggleSelectedCall, useSelectedCalls, type SelectedCalls } from '../selected-calls-store.ts';
import { useCallActions } from '../use-call-actions.tsx';
import { useAnchoredRows, useCallRows } from './call-rows.ts';
import { callTableColumns, linkedCallTableColumns } from './call-table-columns.tsx';
import { SearchMatchLine } from './search-match-line.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useCallSelection } from './use-call-selection.ts';
import { useIsLinked } from '../../../data/session/session-query.ts';

/** Drags the recording, and loads the call in advance. */
const getRowProps = ({ call_id, status }: CallRecord) => ({
  ...(status === 'completed' && getFileDragProps({ kind: 'recording', id: call_id })),
  ...getPrefetchProps(call_id),
});

const createCallCheck = ({
  ids,
  hasAllMatches,
}: Pick<SelectedCalls, 'ids' | 'hasAllMatches'>): RowCheck<CallRecord> => ({
  getLabel: (call) => `Select call to ${formatRecipient(call)}`,
  onToggle: ({ call_id }, index) => toggleSelectedCall({ callId: call_id, index }),
  isChecked: ({ call_id }) => hasAllMatches || ids.has(call_id),
});

type CallTableProps = {
  readonly query: CallsQuery;
  /** True while the rows of the previous query are shown, until the new ones are loaded. */
  readonly isStale: boolean;
  readonly onSort: (order: CallSortField) => void;
  readonly onOpen: (call: CallRecord) => void;
};

/** A virtual table of all matching calls. Pages load when they become visible. */
export function CallTable({ query, isStale, onSort, onOpen }: CallTableProps) {
  const { text } = query.filter;
  const columns = useIsLinked() ? linkedCallTableColumns : callTableColumns;
  const rowHeightPx = useRowHeight(text === undefined ? 'plain' : 'detailed');
  const [initial] = useState(() => useCallsStore.getState());
  const openedId = useCallsStore((state) => state.openedCallId);
  const { rows, total, error, refetch, onVisibleRangeChange } = useCallRows(
    query,
    (initial.tablePosition?.scrollTop ?? 0) / rowHeightPx,
  );
  const table = useRef<TableHandle>(null);
  useAnchoredRows(rows, table, query.order === 'created' && query.descending);

  const selection = useSelectedCalls();
  const isSelecting = selection.hasAllMatches || selection.ids.size > 0;
  const check = useMemo(() => createCallCheck(selection), [selection]);
  const { root, clear, ...selectionProps } = useCallSelection(query, rows);

  const shownQuery = useRef(query);
  useLayoutEffect(() => {
    clearRowFocusRequest();
    if (shownQuery.current === query) return;
    shownQuery.current = query;
    table.current?.reset();
  }, [query]);

  const detail = useMemo(
    () =>
      text === undefined
        ? undefined
        : ({ match }: CallRecord) => match && <SearchMatchLine match={match} query={text} />,
    [text],
  );
  const open = useCallback((call: CallRecord) => onOpen(call), [onOpen]);
  const { getActions, dialog } = useCallActions();
  const listActions = (call: CallRecord): RowActions => {
    const { callAgain, saveRecording, cancel } = getActions(call);
    const { call_id, recipient_number: number } = call;
    const publicId = findPublicId(call_id, call);
    return [
      [createOpenAction(() => open(call)), callAgain, ...(saveRecording ? [saveRecording] : [])],
      [
        ...(number === '' ? [] : [createCopyAction('phone number', number)]),
        createCopyLinkAction('calls', call_id),
        ...(publicId === null ? [] : [createCopyAction('ID', publicId)]),
      ],
      cancel ? [cancel] : [],
    ];
  };

  return (
    // Handles keys and clicks from the buttons in the rows.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      {...selectionProps}
      aria-busy={isStale}
      data-selecting={isSelecting || undefined}
      className={classNames('group/table flex min-h-24 flex-1 flex-col', isStale && 'opacity-60')}
    >
      {error && <ErrorBanner onRetry={refetch}>Some calls could not be loaded. {formatError(error)}</ErrorBanner>}
      <VirtualTable
        label="Calls"
        count={total}
        rowIndexes={rows.indexes}
        isDetailed={text !== undefined}
        hasRowButtons
        handle={table}
        listActions={(index) => {
          const call = rows.at(index);
          return call ? listActions(call) : [];
        }}
        onVisibleRangeChange={onVisibleRangeChange}
        onUnmount={setTablePosition}
        {...(initial.tablePosition && { initialPosition: initial.tablePosition })}
        focusInitialRow={initial.shouldFocusRow}
        header={
          <DataTableHeader
            columns={columns}
            hasChecks
            sorting={{
              sort: { id: query.order, desc: query.descending },
              onSort: (id) => onSort(columns.find((column) => column.id === id)?.id ?? 'created'),
            }}
          />
        }
        renderRow={(index, isActive, isScrollingFast) => {
          const call = isScrollingFast ? undefined : rows.at(index);
          return (
            <DataTableRow
              key={index}
              row={call}
              columns={columns}
              index={index}
              isActive={isActive}
              isSelected={call !== undefined && (isSelecting ? check.isChecked(call) : call.call_id === openedId)}
              onOpen={open}
              check={check}
              getRowProps={getRowProps}
              detail={detail}
            />
          );
        }}
      />
      <SelectionBar selection={selection} filter={query.filter} total={total} onClear={clear} />
      {dialog}
    </div>
  );
}
