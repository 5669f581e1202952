import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import { agentsQuery } from '../calls/calls-query.ts';
import { createRefresher } from '../live/create-refresher.ts';
import { invalidate } from '../live/invalidate.ts';
import { app } from '../service-clients.ts';

export const requestsQuery = queryOptions({
  queryKey: ['agent-requests'],
  queryFn: ({ signal }) => app(appRoutes.listAgentRequestRecords, { signal }),
});

/** Until what is shown is how it stands now. */
export function refetchRequests(): Promise<void> {
  return invalidate(requestsQuery.queryKey);
}

export const refreshRequests = createRefresher(refetchRequests);

/** Calls that end by the dozen count up in so many steps a second, and no more. */
const refreshIntervalMs = 500;

/** Reads the agents again, with how many calls each has made. */
export const refreshAgents = createRefresher(refetchAgents, refreshIntervalMs);

/** Until what is shown is how it stands now. */
export function refetchAgents(): Promise<void> {
  return invalidate(agentsQuery.queryKey);
}
