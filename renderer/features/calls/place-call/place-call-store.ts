import { create } from 'zustand';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import { clearRowFocusRequest } from '../calls-store.ts';
import { emptyCallDraft, addPlaceholderRows, type CallDraft } from './call-draft.ts';

export type PlaceCallState = {
  readonly isOpen: boolean;
  readonly draft: CallDraft;
  /** The most recently applied metadata template. */
  readonly templateId: string | null;
};

const initialState: PlaceCallState = { isOpen: false, draft: emptyCallDraft, templateId: null };

/** The draft of a call. It is kept while the panel is closed. */
export const usePlaceCallStore = create<PlaceCallState>(() => initialState);

/** Opens the panel. The panel receives the focus, so the list must not focus the last opened row. */
export function openPlaceCallPanel(): void {
  clearRowFocusRequest();
  usePlaceCallStore.setState({ isOpen: true });
}

export function closePlaceCallPanel(): void {
  usePlaceCallStore.setState({ isOpen: false });
}

export function updateDraft(change: Partial<CallDraft>): void {
  usePlaceCallStore.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** Selects an agent and adds a metadata row for each placeholder of its greeting. */
export function selectAgent({ agent_id, placeholders }: AgentRecord): void {
  const { rows } = usePlaceCallStore.getState().draft;
  updateDraft({ agentId: agent_id, remoteAgentId: '', rows: addPlaceholderRows(rows, placeholders) });
}

export function selectTemplate(templateId: string | null): void {
  usePlaceCallStore.setState({ templateId });
}

/** Resets number and metadata after a call was placed. Does nothing if the user has edited the draft meanwhile. */
export function clearPlacedDraft(placed: CallDraft, placeholders: readonly string[]): void {
  usePlaceCallStore.setState(({ draft }) => {
    if (draft !== placed) return {};
    const { agentId, remoteAgentId, recipient, speed } = draft;
    return {
      isOpen: false,
      templateId: null,
      draft: { agentId, remoteAgentId, number: '', rows: addPlaceholderRows([], placeholders), recipient, speed },
    };
  });
}

export function resetPlaceCallStore(): void {
  usePlaceCallStore.setState(initialState);
}
