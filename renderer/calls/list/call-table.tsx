import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CallSortField, CallRecord } from '../../../shared/calls.ts';
import { formatError } from '../../format/format-error.ts';
import { classNames } from '../../ui/class-names.ts';
import { DataTableHeader } from '../../ui/data-table-header.tsx';
import { DataTableRow } from '../../ui/data-table-row.tsx';
import { ErrorBanner } from '../../ui/error-banner.tsx';
import { createCopyAction, createOpenAction, type RowActions } from '../../ui/row-action.ts';
import { detailedRowHeightPx, rowHeightPx, VirtualTable, type TableHandle } from '../../ui/virtual-table.tsx';
import { getFileDragProps } from '../../file-drag.ts';
import { createCopyLinkAction } from '../../copy-link-action.ts';
import { findPublicId } from '../../sync/find-public-id.ts';
import { useIsLinked } from '../../sync/sync-query.ts';
import type { CallsQuery } from '../calls-search.ts';
import { clearRowFocusRequest, setTablePosition, useCallsStore } from '../calls-store.ts';
import { useCallActions } from '../use-call-actions.tsx';
import { useAnchoredRows, useCallRows } from './call-rows.ts';
import { callTableColumns, linkedCallTableColumns } from './call-table-columns.tsx';
import { SearchMatchLine } from './search-match-line.tsx';

/** Drags the recording. */
const getDragProps = ({ call_id, status }: CallRecord) =>
  status === 'completed' ? getFileDragProps({ kind: 'recording', id: call_id }) : {};

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
  const rowHeight = text === undefined ? rowHeightPx : detailedRowHeightPx;
  const [initial] = useState(() => useCallsStore.getState());
  const openedId = useCallsStore((state) => state.openedCallId);
  const { rows, total, error, refetch, onVisibleRangeChange } = useCallRows(
    query,
    (initial.tablePosition?.scrollTop ?? 0) / rowHeight,
  );
  const table = useRef<TableHandle>(null);
  useAnchoredRows(rows, table, query.order === 'created' && query.descending);

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
        : ({ match }: CallRecord) => (match ? <SearchMatchLine match={match} query={text} /> : null),
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
    <div aria-busy={isStale} className={classNames('flex min-h-0 flex-1 flex-col', isStale && 'opacity-60')}>
      {error && <ErrorBanner onRetry={refetch}>Some calls could not be loaded. {formatError(error)}</ErrorBanner>}
      <VirtualTable
        label="Calls"
        count={total}
        rowHeight={rowHeight}
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
              isSelected={call !== undefined && call.call_id === openedId}
              onOpen={open}
              getDragProps={getDragProps}
              detail={detail}
            />
          );
        }}
      />
      {dialog}
    </div>
  );
}
