import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import { createRefresher } from '../live/create-refresher.ts';
import { invalidate } from '../live/invalidate.ts';
import { app } from '../service-clients.ts';
import { rowsPerPage } from '../ui/use-visible-pages.ts';
import { notesQuery } from './call-query.ts';
import type { CallsQuery } from './calls-search.ts';

/** What a hundred calls change at once is shown in so many steps a second, and no more. */
const refreshIntervalMs = 250;

/** A stretch of the list. Pages that nobody looks at are forgotten soon: there may be a thousand. */
export function callPageQuery({ filter, order, descending }: CallsQuery, page: number) {
  return queryOptions({
    queryKey: ['calls', { filter, order, descending }, page],
    queryFn: ({ signal }) =>
      app(appRoutes.listCallRecords, {
        query: {
          ...filter,
          sort: order,
          descending: String(descending),
          offset: page * rowsPerPage,
          limit: rowsPerPage,
        },
        signal,
      }),
    gcTime: 60_000,
  });
}

export const callFacetsQuery = queryOptions({
  queryKey: ['call-facets'],
  queryFn: ({ signal }) => app(appRoutes.listCallFacets, { signal }),
});

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: async ({ signal }) => (await app(appRoutes.listAgentRecords, { signal })).data,
});

export const savedItemsQuery = queryOptions({
  queryKey: ['saved'],
  queryFn: async ({ signal }) => (await app(appRoutes.listSavedItems, { signal })).data,
});

/** Reads the list again, and what its filters offer. */
export const refreshCalls = createRefresher(
  () => Promise.all([invalidate(['calls']), invalidate(callFacetsQuery.queryKey)]),
  refreshIntervalMs,
);

export const refreshSavedItems = createRefresher(() => invalidate(savedItemsQuery.queryKey));

const changedCallIds = new Set<string>();

const refreshChangedCalls = createRefresher(() => {
  const ids = [...changedCallIds];
  changedCallIds.clear();
  return Promise.all(ids.flatMap((callId) => ['call', 'timeline'].map((part) => invalidate([part, callId]))));
});

/** Reads one call again, wherever it is shown. */
export function refreshCall(callId: string): void {
  changedCallIds.add(callId);
  refreshChangedCalls();
}

/** Until the notes of a call are shown as they are now, so that nobody acts on one as it was. */
export function refetchNotes(callId: string): Promise<void> {
  return invalidate(notesQuery(callId).queryKey);
}
