import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { gatherPages } from '../../ui/gather-pages.ts';
import { usePagesInSight } from '../../ui/use-pages-in-sight.ts';
import { callPageQuery } from '../calls-cache.ts';
import type { CallsQuery } from '../calls-search.ts';
import { createCallRows } from './call-rows.ts';

/** The rows around what is drawn, and how many there are in all. */
export function useCallRows(query: CallsQuery, firstRow: number) {
  const { pages, onRange } = usePagesInSight(firstRow);
  const { data, error, refetch } = useQueries({
    queries: pages.map((page) => callPageQuery(query, page)),
    combine: gatherPages,
  });
  const rows = useMemo(
    () => createCallRows(pages.map((page, place) => ({ page, calls: data[place]?.data }))),
    [pages, data],
  );
  const told = data.find((page) => page !== undefined)?.total;
  const [total, setTotal] = useState(told ?? 0);
  if (told !== undefined && told !== total) setTotal(told);
  return { rows, total, error, refetch, onRange };
}
