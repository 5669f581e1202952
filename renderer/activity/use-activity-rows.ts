import { keepPreviousData, useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActivityFilter, ActivityRow } from '../../shared/activity.ts';
import { activityPageQuery, pageRows } from './activity-cache.ts';

type Page = { readonly data: readonly ActivityRow[]; readonly total: number };

/** How many rows before they are drawn a page is asked for. */
const aheadRows = 40;

/** Whoever drags the scrollbar through a thousand pages asks for a few of them. */
const settleMs = 60;

/** The rows around what is drawn, and how many there are in all; null until that is known. */
export function useActivityRows(filter: ActivityFilter) {
  const [pages, setPages] = useState<readonly number[]>([0]);
  const { data, error, refetch } = useQueries({
    queries: pages.map((page) => ({ ...activityPageQuery(filter, page), placeholderData: keepPreviousData })),
    combine: gather,
  });
  const total = data.find((page) => page !== undefined)?.total ?? null;
  const at = (index: number) => data[pages.indexOf(Math.floor(index / pageRows))]?.data[index % pageRows];

  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const range = useRef({ first: 0, last: 0 });
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
      const from = Math.max(0, Math.floor((range.current.first - aheadRows) / pageRows));
      const to = Math.max(from, Math.floor((range.current.last + aheadRows) / pageRows));
      const next = Array.from({ length: to - from + 1 }, (_, step) => from + step);
      setPages((now) => (String(now) === String(next) ? now : next));
    }, settleMs);
  }, []);
  return { at, total, error, refetch, onRange };
}

function gather(results: readonly UseQueryResult<Page>[]) {
  return {
    data: results.map(({ data }) => data),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => void Promise.all(results.map((result) => result.isError && result.refetch())),
  };
}
