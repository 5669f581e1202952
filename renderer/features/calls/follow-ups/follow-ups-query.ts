import { queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { FollowUpState } from '../../../../shared/calls/follow-ups.ts';
import { fetchAllPages } from '../../../data/fetch-all-pages.ts';
import { invalidate } from '../../../data/invalidate.ts';
import { v1 } from '../../../data/service-clients.ts';

const followUpsKey = ['follow-ups'] as const;

/** A snoozed follow-up returns within a minute. */
const refetchMs = 60_000;

/** Fetches the follow-ups with a state, the earliest due first. */
export function followUpsQuery(state: FollowUpState) {
  return queryOptions({
    queryKey: [...followUpsKey, state],
    queryFn: ({ signal }) =>
      fetchAllPages((query) => v1(v1Routes.listFollowUps, { query: { ...query, state }, signal })),
    refetchInterval: refetchMs,
  });
}

export function refreshFollowUps(): void {
  void invalidate(followUpsKey);
}
