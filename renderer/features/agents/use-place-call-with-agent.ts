import { useNavigate } from '@tanstack/react-router';
import type { AgentRecord } from '../../../shared/agents/agents.ts';

/** Returns a function that opens the Place a call panel with an agent selected. */
export function usePlaceCallWithAgent(): (agent: AgentRecord) => void {
  const navigate = useNavigate();
  return ({ agent_id }) => void navigate({ to: '/calls', search: { placeCallWith: agent_id } });
}
