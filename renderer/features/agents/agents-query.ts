import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: async ({ signal }) => (await app(appRoutes.listAgentRecords, { signal })).data,
});

/** Limits how often the call counts are fetched while many calls end. */
const refreshIntervalMs = 500;

/** Refetches the agents with their call counts. */
export const refreshAgents = createRefresher(refetchAgents, refreshIntervalMs);

/** Resolves when the views show fresh data. */
export function refetchAgents(): Promise<void> {
  return invalidate(agentsQuery.queryKey);
}
