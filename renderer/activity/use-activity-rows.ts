import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ActivityFilter } from '../../shared/activity.ts';
import { combinePages, rowsPerPage, useVisiblePages } from '../ui/use-visible-pages.ts';
import { activityPageQuery } from './activity-query.ts';

/** The rows around what is drawn, and how many there are in all; null until that is known. */
export function useActivityRows(filter: ActivityFilter) {
  const { pages, onVisibleRangeChange } = useVisiblePages();
  const { data, error, refetch } = useQueries({
    queries: pages.map((page) => ({ ...activityPageQuery(filter, page), placeholderData: keepPreviousData })),
    combine: combinePages,
  });
  const total = data.find((page) => page !== undefined)?.total ?? null;
  const getRow = (index: number) => data[pages.indexOf(Math.floor(index / rowsPerPage))]?.data[index % rowsPerPage];
  return { at: getRow, total, error, refetch, onVisibleRangeChange };
}
