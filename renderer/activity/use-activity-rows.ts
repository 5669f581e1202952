import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ActivityFilter } from '../../shared/activity.ts';
import { gatherPages } from '../ui/gather-pages.ts';
import { pageRows } from '../ui/pages-around.ts';
import { usePagesInSight } from '../ui/use-pages-in-sight.ts';
import { activityPageQuery } from './activity-cache.ts';

/** The rows around what is drawn, and how many there are in all; null until that is known. */
export function useActivityRows(filter: ActivityFilter) {
  const { pages, onRange } = usePagesInSight();
  const { data, error, refetch } = useQueries({
    queries: pages.map((page) => ({ ...activityPageQuery(filter, page), placeholderData: keepPreviousData })),
    combine: gatherPages,
  });
  const total = data.find((page) => page !== undefined)?.total ?? null;
  const at = (index: number) => data[pages.indexOf(Math.floor(index / pageRows))]?.data[index % pageRows];
  return { at, total, error, refetch, onRange };
}
