import { useNavigate } from '@tanstack/react-router';
import type { AgentRecord } from '../../shared/agents.ts';
import { useCallsStore } from '../calls/calls-store.ts';
import { chooseAgent, openPlacing } from '../calls/place/place-store.ts';

/** Opens the panel that places a call, with an agent chosen. */
export function usePlaceWith(): (agent: AgentRecord) => void {
  const navigate = useNavigate();
  return (agent) => {
    chooseAgent(agent);
    openPlacing();
    void navigate({ to: '/calls', search: useCallsStore.getState().search });
  };
}
