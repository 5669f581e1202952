import { queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { v1 } from '../../../data/service-clients.ts';

/** Fetches the draft of the agent that is tried in the acceptance test of a build request. Refetched with the agent. */
export function buildQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agent', agentId, 'build'],
    queryFn: async ({ signal }) =>
      (await v1(v1Routes.getAgent, { params: { agent_id: agentId }, signal })).draft?.definition ?? null,
  });
}
