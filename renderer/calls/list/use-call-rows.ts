import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { combinePages, useVisiblePages } from '../../ui/use-visible-pages.ts';
import { callPageQuery } from '../calls-query.ts';
import type { CallsQuery } from '../calls-search.ts';
import { createCallRows } from './call-rows.ts';

/** The rows around what is drawn, and how many there are in all. */
export function useCallRows(query: CallsQuery, firstRow: number) {
  const { pages, onVisibleRangeChange } = useVisiblePages(firstRow);
  const { data, error, refetch } = useQueries({
    queries: pages.map((page) => callPageQuery(query, page)),
    combine: combinePages,
  });
  const rows = useMemo(
    () => createCallRows(pages.map((page, place) => ({ page, calls: data[place]?.data }))),
    [pages, data],
  );
  const told = data.find((page) => page !== undefined)?.total;
  const [total, setTotal] = useState(told ?? 0);
  if (told !== undefined && told !== total) setTotal(told);
  return { rows, total, error, refetch, onVisibleRangeChange };
}
