import { queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { fetchAllPages } from '../../data/fetch-all-pages.ts';
import { v1 } from '../../data/service-clients.ts';
import { agentDetailsQuery } from '../agents/public.ts';

const getKey = (agentId: string) => agentDetailsQuery(agentId).queryKey; // refetched with the agent

/** Fetches the published versions of an agent, newest first. */
export function agentVersionsQuery(agentId: string) {
  return queryOptions({
    queryKey: [...getKey(agentId), 'versions'],
    queryFn: ({ signal }) =>
      fetchAllPages((query) => v1(v1Routes.listAgentVersions, { params: { agent_id: agentId }, query, signal })),
  });
}

export function agentVersionQuery(agentId: string, version: number) {
  return queryOptions({
    queryKey: [...getKey(agentId), 'version', version],
    queryFn: ({ signal }) => v1(v1Routes.getAgentVersion, { params: { agent_id: agentId, version }, signal }),
  });
}

/** A published version, or the draft. */
export type ComparedVersion = number | 'draft';

/** Fetches the differences between two versions of an agent, field by field. */
export function agentComparisonQuery(agentId: string, from: ComparedVersion, to: ComparedVersion) {
  return queryOptions({
    queryKey: [...getKey(agentId), 'comparison', from, to],
    queryFn: async ({ signal }) =>
      (
        await v1(v1Routes.compareAgentVersions, {
          params: { agent_id: agentId },
          query: { from: String(from), to: String(to) },
          signal,
        })
      ).changes,
  });
}
