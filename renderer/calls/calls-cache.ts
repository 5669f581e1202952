import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import { createRefresher } from '../live/create-refresher.ts';
import { readAgain } from '../live/read-again.ts';
import { app } from '../service.ts';
import { pageRows } from '../ui/pages-around.ts';
import { notesQuery } from './call-queries.ts';
import type { CallsQuery } from './calls-search.ts';

/** What a hundred calls change at once is shown in so many steps a second, and no more. */
const restMs = 250;

/** A stretch of the list. Pages that nobody looks at are forgotten soon: there may be a thousand. */
export function callPageQuery({ filter, order, descending }: CallsQuery, page: number) {
  return queryOptions({
    queryKey: ['calls', { filter, order, descending }, page],
    queryFn: ({ signal }) =>
      app(appRoutes.listCallRecords, {
        query: { ...filter, order, descending: String(descending), offset: page * pageRows, limit: pageRows },
        signal,
      }),
    gcTime: 60_000,
  });
}

export const facetsQuery = queryOptions({
  queryKey: ['call-facets'],
  queryFn: ({ signal }) => app(appRoutes.listCallFacets, { signal }),
});

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: async ({ signal }) => (await app(appRoutes.listAgentRecords, { signal })).data,
});

export const savedQuery = queryOptions({
  queryKey: ['saved'],
  queryFn: async ({ signal }) => (await app(appRoutes.listSavedItems, { signal })).data,
});

/** Reads the list again, and what its filters offer. */
export const refreshCalls = createRefresher(
  () => Promise.all([readAgain(['calls']), readAgain(facetsQuery.queryKey)]),
  restMs,
);

export const refreshSaved = createRefresher(() => readAgain(savedQuery.queryKey));

const changed = new Set<string>();

const refreshChanged = createRefresher(() => {
  const ids = [...changed];
  changed.clear();
  return Promise.all(ids.flatMap((callId) => ['call', 'timeline'].map((part) => readAgain([part, callId]))));
});

/** Reads one call again, wherever it is shown. */
export function refreshCall(callId: string): void {
  changed.add(callId);
  refreshChanged();
}

/** Until the notes of a call are shown as they are now, so that nobody acts on one as it was. */
export function readNotesAgain(callId: string): Promise<void> {
  return readAgain(notesQuery(callId).queryKey);
}
