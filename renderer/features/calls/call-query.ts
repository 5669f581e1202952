import { queryOptions } from '@tanstack/react-query';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { fetchAllPages } from '../../data/fetch-all-pages.ts';
import { app, v1 } from '../../data/service-clients.ts';
import type { CallsQuery } from './calls-search.ts';

/** Fetches one call with its metadata. Events refresh it by its query key. */
export function callQuery(callId: string) {
  return queryOptions({
    queryKey: ['call', callId],
    queryFn: ({ signal }) => app(appRoutes.getCallDetails, { params: { call_id: callId }, signal }),
  });
}

/** Fetches the calls before and after a call in a list. */
export function neighborsQuery(callId: string, { filter, order, descending }: CallsQuery) {
  return queryOptions({
    queryKey: ['call-neighbors', callId, { filter, order, descending }],
    queryFn: ({ signal }) =>
      app(appRoutes.getCallNeighbors, {
        params: { call_id: callId },
        query: { ...filter, sort: order, descending: String(descending) },
        signal,
      }),
    gcTime: 60_000,
  });
}

export function timelineQuery(callId: string) {
  return queryOptions({
    queryKey: ['timeline', callId],
    queryFn: ({ signal }) => v1(v1Routes.getCallTimeline, { params: { call_id: callId }, signal }),
  });
}

/** Fetches the outcome and the captured fields of a call, with their corrections. */
export function outcomeQuery(callId: string) {
  return queryOptions({
    queryKey: ['outcome', callId],
    queryFn: ({ signal }) => v1(v1Routes.getCallOutcome, { params: { call_id: callId }, signal }),
  });
}

export function notesQuery(callId: string) {
  return queryOptions({
    queryKey: ['notes', callId],
    queryFn: ({ signal }) =>
      fetchAllPages((query) => v1(v1Routes.listNotes, { params: { call_id: callId }, query, signal })),
  });
}
