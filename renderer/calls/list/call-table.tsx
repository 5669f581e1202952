import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CallSortField, CallRecord } from '../../../shared/calls.ts';
import { formatError } from '../../format/format-error.ts';
import { classNames } from '../../ui/class-names.ts';
import { DataTableHeader } from '../../ui/data-table-header.tsx';
import { DataTableRow } from '../../ui/data-table-row.tsx';
import { ErrorBanner } from '../../ui/error-banner.tsx';
import { detailedRowHeightPx, rowHeightPx, VirtualTable, type TableHandle } from '../../ui/virtual-table.tsx';
import type { CallsQuery } from '../calls-search.ts';
import { clearRowFocusRequest, setTablePosition, useCallsStore } from '../calls-store.ts';
import { callTableColumns } from './call-table-columns.tsx';
import { SearchMatchLine } from './search-match-line.tsx';
import { useAnchoredRows } from './use-anchored-rows.ts';
import { useCallRows } from './use-call-rows.ts';

type CallTableProps = {
  readonly query: CallsQuery;
  /** Shows what was asked before, until the answer is there. */
  readonly isStale: boolean;
  readonly onSort: (order: CallSortField) => void;
  readonly onOpen: (call: CallRecord) => void;
};

/** All calls that the filters let through, however many; those in sight are asked for as they come into it. */
export function CallTable({ query, isStale, onSort, onOpen }: CallTableProps) {
  const words = query.filter.text;
  const height = words === undefined ? rowHeightPx : detailedRowHeightPx;
  const [left] = useState(() => useCallsStore.getState());
  const openedId = useCallsStore((state) => state.openedCallId);
  const { rows, total, error, refetch, onVisibleRangeChange } = useCallRows(
    query,
    (left.tablePosition?.scrollTop ?? 0) / height,
  );
  const table = useRef<TableHandle>(null);
  useAnchoredRows(rows, table, query.order === 'created' && query.descending);

  const shown = useRef(query);
  useLayoutEffect(() => {
    clearRowFocusRequest();
    if (shown.current === query) return;
    shown.current = query;
    table.current?.reset();
  }, [query]);

  const detail = useMemo(
    () =>
      words === undefined
        ? undefined
        : ({ match }: CallRecord) => (match ? <SearchMatchLine match={match} query={words} /> : null),
    [words],
  );
  const open = useCallback((call: CallRecord) => onOpen(call), [onOpen]);

  return (
    <div aria-busy={isStale} className={classNames('flex min-h-0 flex-1 flex-col', isStale && 'opacity-60')}>
      {error && <ErrorBanner onRetry={refetch}>Some calls could not be read. {formatError(error)}</ErrorBanner>}
      <VirtualTable
        label="Calls"
        count={total}
        rowHeight={height}
        hasRowButtons
        handle={table}
        onVisibleRangeChange={onVisibleRangeChange}
        onUnmount={setTablePosition}
        {...(left.tablePosition && { initialPosition: left.tablePosition })}
        focusInitialRow={left.shouldFocusRow}
        header={
          <DataTableHeader
            columns={callTableColumns}
            sorting={{
              sort: { id: query.order, desc: query.descending },
              onSort: (id) => onSort(callTableColumns.find((column) => column.id === id)?.id ?? 'created'),
            }}
          />
        }
        renderRow={(index, isActive, isScrollingFast) => {
          const call = isScrollingFast ? undefined : rows.at(index);
          return (
            <DataTableRow
              key={index}
              row={call}
              columns={callTableColumns}
              index={index}
              isActive={isActive}
              isSelected={call !== undefined && call.call_id === openedId}
              onOpen={open}
              detail={detail}
            />
          );
        }}
      />
    </div>
  );
}
