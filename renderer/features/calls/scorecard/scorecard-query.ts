import { queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { invalidate } from '../../../data/invalidate.ts';
import { v1 } from '../../../data/service-clients.ts';

const scorecardKey = 'scorecard';

/** Fetches the answers of reviewers and rules for a call. */
export function scorecardQuery(callId: string) {
  return queryOptions({
    queryKey: [scorecardKey, callId],
    queryFn: ({ signal }) => v1(v1Routes.getScorecard, { params: { call_id: callId }, signal }),
  });
}

export const criteriaQuery = queryOptions({
  queryKey: ['scorecard-criteria'],
  queryFn: async ({ signal }) => (await v1(v1Routes.listCriteria, { signal })).data,
});

/** Refetches the scorecard of a call, or of every call without an ID. */
export function refreshScorecards(callId: string | null): void {
  void invalidate(callId === null ? [scorecardKey] : [scorecardKey, callId]);
}

/** Resolves when the current criteria are loaded. */
export async function refetchCriteria(): Promise<void> {
  refreshScorecards(null);
  await invalidate(criteriaQuery.queryKey);
}
