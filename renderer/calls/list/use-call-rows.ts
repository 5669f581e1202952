import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Output } from '../../../shared/client.ts';
import type { appRoutes } from '../../../shared/contract.ts';
import { callPageQuery } from '../calls-cache.ts';
import type { CallsQuery } from '../calls-search.ts';
import { createCallRows } from './call-rows.ts';
import { pagesAround } from './pages-around.ts';

type Page = Output<typeof appRoutes.listCallRecords>;

/** Whoever drags the scrollbar through a thousand pages asks for a few of them. */
const settleMs = 60;

/** The rows around what is drawn, and how many there are in all. */
export function useCallRows(query: CallsQuery, firstRow: number) {
  const [pages, setPages] = useState<readonly number[]>(() => pagesAround(firstRow, firstRow));
  const { data, error, refetch } = useQueries({
    queries: pages.map((page) => callPageQuery(query, page)),
    combine: gather,
  });
  const rows = useMemo(
    () => createCallRows(pages.map((page, place) => ({ page, calls: data[place]?.data }))),
    [pages, data],
  );
  const told = data.find((page) => page !== undefined)?.total;
  const [total, setTotal] = useState(told ?? 0);
  if (told !== undefined && told !== total) setTotal(told);

  const range = useRef({ first: firstRow, last: firstRow });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined; // effects may run again, and nothing would be asked for any more
    },
    [],
  );
  const onRange = useCallback((first: number, last: number) => {
    range.current = { first, last };
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const next = pagesAround(range.current.first, range.current.last);
      setPages((now) => (String(now) === String(next) ? now : next));
    }, settleMs);
  }, []);
  return { rows, total, error, refetch, onRange };
}

function gather(results: readonly UseQueryResult<Page>[]) {
  return {
    data: results.map(({ data }) => data),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => void Promise.all(results.map((result) => result.isError && result.refetch())),
  };
}
