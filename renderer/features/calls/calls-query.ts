import { queryOptions } from '@tanstack/react-query';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app, v1 } from '../../data/service-clients.ts';
import { rowsPerPage } from '../../ui/tables/use-visible-pages.ts';
import { notesQuery, outcomeQuery } from './call-query.ts';
import type { CallsQuery } from './calls-search.ts';

/** Limits how often the list refetches while many calls change at the same time. */
const refreshIntervalMs = 250;

/** Fetches one page of the list. Unused pages are dropped after a minute, because there may be a thousand. */
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

/** Fetches the members to whom calls can be assigned. Only for roles that can assign calls. */
export const assigneesQuery = queryOptions({
  queryKey: ['assignees'],
  queryFn: async ({ signal }) => (await v1(v1Routes.listAssignees, { signal })).data,
});

export const recipientNameRuleQuery = queryOptions({
  queryKey: ['recipient-name-rule'],
  queryFn: ({ signal }) => app(appRoutes.getRecipientNameRule, { signal }),
});

/** Refetches the list and the options of its filters. */
export const refreshCalls = createRefresher(
  () => Promise.all([['calls'], ['call-neighbors'], callFacetsQuery.queryKey].map((key) => invalidate(key))),
  refreshIntervalMs,
);

/** Refetches one call and its timeline. */
export const refreshCall = createCallRefresher();

function createCallRefresher() {
  const changedIds = new Set<string>();
  const refresh = createRefresher(() => {
    const ids = [...changedIds];
    changedIds.clear();
    return Promise.all(ids.flatMap((callId) => ['call', 'timeline'].map((key) => invalidate([key, callId]))));
  });
  return (callId: string): void => {
    changedIds.add(callId);
    refresh();
  };
}

/** Refetches the outcome of a call, with its captured fields and corrections. */
export function refreshOutcome(callId: string): void {
  void invalidate(outcomeQuery(callId).queryKey);
}

/** Refetches a call after its review has changed, or every call without an ID. */
export function refreshReviews(callId: string | null): void {
  refreshCalls();
  if (callId === null) void invalidate(['call']);
  else refreshCall(callId);
}

/** Refetches the rule for recipient names, and every call. */
export function refreshRecipientNames(): void {
  refreshCalls();
  void invalidate(recipientNameRuleQuery.queryKey);
  void invalidate(['call']);
}

/** Resolves when the current notes are loaded, so that the user never edits an outdated note. */
export function refetchNotes(callId: string): Promise<void> {
  return invalidate(notesQuery(callId).queryKey);
}
