import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The page size of long lists. */
export const rowsPerPage = 100;

/** A page is loaded when this many rows are left before it becomes visible. */
const prefetchRows = 40;

/** Limits the number of pages that are loaded while the user drags the scrollbar. */
const throttleMs = 60;

/** Returns the pages of a long list to load. `onVisibleRangeChange` must be called with the first and last rendered row. */
export function useVisiblePages(firstRow = 0) {
  const [pages, setPages] = useState<readonly number[]>(() => getPagesToLoad(firstRow, firstRow));
  const range = useRef({ first: firstRow, last: firstRow });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined; // effects can run again, and a stale id would block the next timer
    },
    [],
  );
  const onVisibleRangeChange = useCallback((first: number, last: number) => {
    range.current = { first, last };
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const next = getPagesToLoad(range.current.first, range.current.last);
      setPages((current) => (String(current) === String(next) ? current : next));
    }, throttleMs);
  }, []);
  return { pages, onVisibleRangeChange };
}

/** Returns the indexes of the pages that contain the given rows and the rows close to them. */
export function getPagesToLoad(first: number, last: number): readonly number[] {
  const from = Math.max(0, Math.floor((first - prefetchRows) / rowsPerPage));
  const to = Math.max(from, Math.floor((last + prefetchRows) / rowsPerPage));
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** Combines the queries of several pages: the loaded pages, the first error, and a function that retries the failed ones. */
export function combinePages<Page>(results: readonly UseQueryResult<Page>[]) {
  return {
    data: results.map(({ data }) => data),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}
