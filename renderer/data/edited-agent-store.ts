import { create } from 'zustand';

/** The agent whose editor is open, if this window can change it. Commands act on it. */
export const useEditedAgent = create<{ readonly agentId: string | null }>(() => ({ agentId: null }));

export function setEditedAgent(agentId: string | null): void {
  useEditedAgent.setState({ agentId });
}
