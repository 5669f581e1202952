import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import { agentsQuery } from '../calls/calls-cache.ts';
import { createRefresher } from '../live/create-refresher.ts';
import { readAgain } from '../live/read-again.ts';
import { app } from '../service.ts';

export const requestsQuery = queryOptions({
  queryKey: ['agent-requests'],
  queryFn: ({ signal }) => app(appRoutes.listRequestRecords, { signal }),
});

/** Until what is shown is how it stands now. */
export function readRequestsAgain(): Promise<void> {
  return readAgain(requestsQuery.queryKey);
}

export const refreshRequests = createRefresher(readRequestsAgain);

/** Calls that end by the dozen count up in so many steps a second, and no more. */
const restMs = 500;

/** Reads the agents again, with how many calls each has made. */
export const refreshAgents = createRefresher(readAgentsAgain, restMs);

/** Until what is shown is how it stands now. */
export function readAgentsAgain(): Promise<void> {
  return readAgain(agentsQuery.queryKey);
}
