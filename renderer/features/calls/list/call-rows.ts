import { useQueries } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { CallRecord } from '../../../../shared/calls/calls.ts';
import { combinePages, rowsPerPage, useVisiblePages } from '../../../ui/tables/use-visible-pages.ts';
import type { TableHandle } from '../../../ui/tables/virtual-table.tsx';
import { callPageQuery } from '../calls-query.ts';
import type { CallsQuery } from '../calls-search.ts';

/** The loaded calls, by their index in the whole list. */
export type CallRows = {
  readonly at: (index: number) => CallRecord | undefined;
  readonly listIds: () => readonly string[];
  /** The index of each loaded call, of its first occurrence if it is on two pages. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Returns the index of a loaded call, the nearest to `near` if the call is on two pages; null if it is not loaded. */
  readonly findIndex: (callId: string, near: number) => number | null;
};

type LoadedPage = { readonly page: number; readonly calls: readonly CallRecord[] | undefined };

export function createCallRows(pages: readonly LoadedPage[]): CallRows {
  const callsByPage = new Map(pages.map(({ page, calls }) => [page, calls]));
  const indexes = new Map<string, number>();
  for (const { page, calls = [] } of pages)
    for (const [indexInPage, { call_id }] of calls.entries())
      if (!indexes.has(call_id)) indexes.set(call_id, page * rowsPerPage + indexInPage);
  return {
    at: (index) => callsByPage.get(Math.floor(index / rowsPerPage))?.[index % rowsPerPage],
    indexes,
    listIds: () => pages.flatMap(({ calls = [] }) => calls.map(({ call_id }) => call_id)),
    findIndex: (callId, near) => {
      let nearest: number | null = null;
      for (const [page, calls = []] of callsByPage)
        for (const [indexInPage, call] of calls.entries()) {
          if (call.call_id !== callId) continue;
          const index = page * rowsPerPage + indexInPage;
          if (nearest === null || Math.abs(index - near) < Math.abs(nearest - near)) nearest = index;
        }
      return nearest;
    },
  };
}

/** Loads the pages around the visible rows. `total` is the number of matching calls. */
export function useCallRows(query: CallsQuery, firstRow: number) {
  const { pages, onVisibleRangeChange } = useVisiblePages(firstRow);
  const { data, error, refetch } = useQueries({
    queries: pages.map((page) => callPageQuery(query, page)),
    combine: combinePages,
  });
  const rows = useMemo(
    () => createCallRows(pages.map((page, index) => ({ page, calls: data[index]?.data }))),
    [pages, data],
  );
  const loadedTotal = data.find((page) => page !== undefined)?.total;
  const [total, setTotal] = useState(loadedTotal ?? 0);
  if (loadedTotal !== undefined && loadedTotal !== total) setTotal(loadedTotal);
  return { rows, total, error, refetch, onVisibleRangeChange };
}

/**
 * Keeps the visible rows and the focus on the same calls while new calls arrive above them. Applies only to lists sorted
 * by time: in a list sorted by status, a call that changes its status moves away and the view must not follow it.
 */
export function useAnchoredRows(rows: CallRows, table: RefObject<TableHandle | null>, isSortedByTime: boolean): void {
  const previous = useRef(rows);
  useLayoutEffect(() => {
    const previousRows = previous.current;
    previous.current = rows;
    if (previousRows === rows || !isSortedByTime || !table.current) return;
    const { index } = table.current.getAnchor();
    const call = previousRows.at(index);
    const newIndex = call && rows.findIndex(call.call_id, index);
    if (typeof newIndex === 'number' && newIndex !== index) table.current.shiftRows(newIndex - index);
  }, [rows, table, isSortedByTime]);
}
