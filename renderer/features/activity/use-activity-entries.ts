import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ActivityFilter } from '../../../shared/organization/activity.ts';
import { combinePages, rowsPerPage, useVisiblePages } from '../../ui/tables/use-visible-pages.ts';
import { activityPageQuery } from './activity-query.ts';

/** Loads the entries of the visible pages. `total` is null until the first page has loaded. */
export function useActivityEntries(filter: ActivityFilter) {
  const { pages, onVisibleRangeChange } = useVisiblePages();
  const { data, error, refetch } = useQueries({
    queries: pages.map((page) => ({ ...activityPageQuery(filter, page), placeholderData: keepPreviousData })),
    combine: combinePages,
  });
  const total = data.find((page) => page !== undefined)?.total ?? null;
  const getEntry = (index: number) => data[pages.indexOf(Math.floor(index / rowsPerPage))]?.data[index % rowsPerPage];
  return { getEntry, total, error, refetch, onVisibleRangeChange };
}
