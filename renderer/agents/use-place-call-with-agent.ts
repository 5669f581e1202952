import { useNavigate } from '@tanstack/react-router';
import type { AgentRecord } from '../../shared/agents.ts';
import { useCallsStore } from '../calls/calls-store.ts';
import { selectAgent, openPlaceCallPanel } from '../calls/place-call/place-call-store.ts';

/** Opens the panel that places a call, with an agent chosen. */
export function usePlaceCallWithAgent(): (agent: AgentRecord) => void {
  const navigate = useNavigate();
  return (agent) => {
    selectAgent(agent);
    openPlaceCallPanel();
    void navigate({ to: '/calls', search: useCallsStore.getState().search });
  };
}
