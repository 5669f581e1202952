import { queryOptions } from '@tanstack/react-query';
import type { ActivityFilter } from '../../shared/activity.ts';
import { appRoutes } from '../../shared/contract.ts';
import { createRefresher } from '../live/create-refresher.ts';
import { readAgain } from '../live/read-again.ts';
import { app } from '../service.ts';
import { pageRows } from '../ui/pages-around.ts';

/** What many commands a second change is shown in so many steps, and no more. */
const restMs = 500;

export function activityPageQuery(filter: ActivityFilter, page: number) {
  return queryOptions({
    queryKey: ['activity', filter, page],
    queryFn: ({ signal }) =>
      app(appRoutes.listActivityRows, { query: { ...filter, offset: page * pageRows, limit: pageRows }, signal }),
    gcTime: 60_000,
  });
}

export const activityFacetsQuery = queryOptions({
  queryKey: ['activity-facets'],
  queryFn: ({ signal }) => app(appRoutes.listActivityFacets, { signal }),
});

export const refreshActivity = createRefresher(
  () => Promise.all([readAgain(['activity']), readAgain(activityFacetsQuery.queryKey)]),
  restMs,
);
