import { queryOptions } from '@tanstack/react-query';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { app, v1 } from '../service-clients.ts';

/** Fetches one call with its metadata. Events refresh it by its query key. */
export function callQuery(callId: string) {
  return queryOptions({
    queryKey: ['call', callId],
    queryFn: ({ signal }) => app(appRoutes.getCallDetails, { params: { call_id: callId }, signal }),
  });
}

export function timelineQuery(callId: string) {
  return queryOptions({
    queryKey: ['timeline', callId],
    queryFn: ({ signal }) => v1(v1Routes.getCallTimeline, { params: { call_id: callId }, signal }),
  });
}

export function notesQuery(callId: string) {
  return queryOptions({
    queryKey: ['notes', callId],
    queryFn: ({ signal }) => app(appRoutes.listNotes, { params: { call_id: callId }, signal }),
    select: ({ data }) => data,
  });
}
