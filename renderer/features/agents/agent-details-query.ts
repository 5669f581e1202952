import { queryOptions } from '@tanstack/react-query';
import type { AgentDetails } from '../../../shared/agents/agent-versions.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { loadWithEtag } from '../../data/load-with-etag.ts';
import { v1 } from '../../data/service-clients.ts';

/** An agent with its ETag, which a change of it names. */
export type LoadedAgent = { readonly details: AgentDetails; readonly etag: string };

/** Fetches an agent with its published version and its draft. */
export function agentDetailsQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agent', agentId],
    queryFn: ({ signal }) =>
      loadAgent((readHeaders) => v1(v1Routes.getAgent, { params: { agent_id: agentId }, signal, readHeaders })),
  });
}

/** Returns the agent that a request responds with, and its ETag. */
export async function loadAgent(
  send: (readHeaders: (headers: Headers) => void) => Promise<AgentDetails>,
): Promise<LoadedAgent> {
  const { body, etag } = await loadWithEtag(send);
  return { details: body, etag };
}
