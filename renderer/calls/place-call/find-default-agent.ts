import type { AgentRecord } from '../../../shared/agents.ts';
import type { RecentRecipient } from './recent-recipients.tsx';

/** Who is most likely to call: the agent that called last, or else the first of those that can. */
export function findDefaultAgent(
  active: readonly AgentRecord[],
  recents: readonly Pick<RecentRecipient, 'agent_id'>[],
): AgentRecord | undefined {
  const known = recents.flatMap(({ agent_id }) => active.find((agent) => agent.agent_id === agent_id) ?? []);
  return known[0] ?? active[0];
}
