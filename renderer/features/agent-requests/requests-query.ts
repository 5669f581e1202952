import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';

export const requestsQuery = queryOptions({
  queryKey: ['agent-requests'],
  queryFn: ({ signal }) => app(appRoutes.listAgentRequestRecords, { signal }),
});

/** Resolves when the views show fresh data. */
export function refetchRequests(): Promise<void> {
  return invalidate(requestsQuery.queryKey);
}

export const refreshRequests = createRefresher(refetchRequests);
