import { queryOptions } from '@tanstack/react-query';
import type { ActivityFilter } from '../../../shared/organization/activity.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';
import { rowsPerPage } from '../../ui/tables/use-visible-pages.ts';

/** Limits how often the list is fetched while many actions are recorded. */
const refreshIntervalMs = 500;

export function activityPageQuery(filter: ActivityFilter, page: number) {
  return queryOptions({
    queryKey: ['activity', filter, page],
    queryFn: ({ signal }) =>
      app(appRoutes.listActivityEntries, {
        query: { ...filter, offset: page * rowsPerPage, limit: rowsPerPage },
        signal,
      }),
    gcTime: 60_000,
  });
}

export const activityFacetsQuery = queryOptions({
  queryKey: ['activity-facets'],
  queryFn: ({ signal }) => app(appRoutes.listActivityFacets, { signal }),
});

export const refreshActivity = createRefresher(
  () => Promise.all([invalidate(['activity']), invalidate(activityFacetsQuery.queryKey)]),
  refreshIntervalMs,
);
