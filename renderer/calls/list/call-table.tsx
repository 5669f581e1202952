import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CallOrder, CallRecord } from '../../../shared/calls.ts';
import { tellError } from '../../format/tell-error.ts';
import { classNames } from '../../ui/class-names.ts';
import { DataTableHead } from '../../ui/data-table-head.tsx';
import { DataTableRow } from '../../ui/data-table-row.tsx';
import { PartialFailure } from '../../ui/partial-failure.tsx';
import { detailedRowHeight, rowHeight, TableFrame, type TableHandle } from '../../ui/table-frame.tsx';
import type { CallsQuery } from '../calls-search.ts';
import { forgetReturn, rememberPlace, useCallsStore } from '../calls-store.ts';
import { callColumns } from './call-columns.tsx';
import { HitLine } from './hit-line.tsx';
import { useAnchoredRows } from './use-anchored-rows.ts';
import { useCallRows } from './use-call-rows.ts';

type CallTableProps = {
  readonly query: CallsQuery;
  /** Shows what was asked before, until the answer is there. */
  readonly isStale: boolean;
  readonly onSort: (order: CallOrder) => void;
  readonly onOpen: (call: CallRecord) => void;
};

/** All calls that the filters let through, however many; those in sight are asked for as they come into it. */
export function CallTable({ query, isStale, onSort, onOpen }: CallTableProps) {
  const words = query.filter.text;
  const height = words === undefined ? rowHeight : detailedRowHeight;
  const [left] = useState(() => useCallsStore.getState());
  const openedId = useCallsStore((state) => state.openedId);
  const { rows, total, error, refetch, onRange } = useCallRows(query, (left.place?.scrollTop ?? 0) / height);
  const table = useRef<TableHandle>(null);
  useAnchoredRows(rows, table, query.order === 'created' && query.descending);

  const shown = useRef(query);
  useLayoutEffect(() => {
    forgetReturn();
    if (shown.current === query) return;
    shown.current = query;
    table.current?.reset();
  }, [query]);

  const detail = useMemo(
    () =>
      words === undefined ? undefined : ({ hit }: CallRecord) => (hit ? <HitLine hit={hit} words={words} /> : null),
    [words],
  );
  const open = useCallback((call: CallRecord) => onOpen(call), [onOpen]);

  return (
    <div aria-busy={isStale} className={classNames('flex min-h-0 flex-1 flex-col', isStale && 'opacity-60')}>
      {error && <PartialFailure onRetry={refetch}>Some calls could not be read. {tellError(error)}</PartialFailure>}
      <TableFrame
        label="Calls"
        count={total}
        height={height}
        canOpen
        handle={table}
        onRange={onRange}
        onLeave={rememberPlace}
        {...(left.place && { initialPlace: left.place })}
        takesFocus={left.isReturning}
        head={
          <DataTableHead
            columns={callColumns}
            sorting={{
              sort: { id: query.order, desc: query.descending },
              onSort: (id) => onSort(callColumns.find((column) => column.id === id)?.id ?? 'created'),
            }}
          />
        }
        renderRow={(index, isActive, isFlung) => {
          const call = isFlung ? undefined : rows.at(index);
          return (
            <DataTableRow
              key={index}
              row={call}
              columns={callColumns}
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
