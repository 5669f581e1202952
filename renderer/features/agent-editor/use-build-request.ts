import { useQuery } from '@tanstack/react-query';
import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import type { AgentDetails } from '../../../shared/agents/agent-versions.ts';
import { requestsQuery } from '../agent-requests/public.ts';

/** Returns the build request in UAT to which the agent belongs; null for any other agent, and while requests are loading. */
export function useBuildRequest({ agent_id, status }: AgentDetails): AgentRequestRecord | null {
  const { data } = useQuery({
    ...requestsQuery,
    enabled: status === 'uat',
    select: ({ data: requests }) => requests.find(({ build_agent_id }) => build_agent_id === agent_id),
  });
  return data ?? null;
}
