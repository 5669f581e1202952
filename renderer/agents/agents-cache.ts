import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import { agentsQuery } from '../calls/calls-cache.ts';
import { createRefresher } from '../live/create-refresher.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service.ts';

export const requestsQuery = queryOptions({
  queryKey: ['agent-requests'],
  queryFn: async ({ signal }) => (await app(appRoutes.listRequestRecords, { signal })).data,
});

export const refreshRequests = createRefresher(() =>
  queryClient.invalidateQueries({ queryKey: requestsQuery.queryKey }),
);

/** Calls that end by the dozen count up in so many steps a second, and no more. */
const restMs = 500;

/** Reads the agents again, with how many calls each has made. */
export const refreshAgents = createRefresher(
  () => queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey }),
  restMs,
);
