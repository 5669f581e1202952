import { useNavigate } from '@tanstack/react-router';
import type { AgentRecord } from '../../../shared/agents/agents.ts';
import { useCallsStore } from '../calls/calls-store.ts';
import { selectAgent, openPlaceCallPanel } from '../calls/place-call/place-call-store.ts';

/** Returns a function that opens the Place a call panel with an agent selected. */
export function usePlaceCallWithAgent(): (agent: AgentRecord) => void {
  const navigate = useNavigate();
  return (agent) => {
    selectAgent(agent);
    openPlaceCallPanel();
    void navigate({ to: '/calls', search: useCallsStore.getState().search });
  };
}
