import { create } from 'zustand';
import type { AgentRecord } from '../../../shared/agents.ts';
import { clearRowFocusRequest } from '../calls-store.ts';
import { emptyCallDraft, addPlaceholderRows, type CallDraft } from './call-draft.ts';

type PlaceCallState = {
  readonly isOpen: boolean;
  readonly draft: CallDraft;
  /** The template of metadata that was applied last. */
  readonly templateId: string | null;
};

const initialState: PlaceCallState = { isOpen: false, draft: emptyCallDraft, templateId: null };

/** The call that is being filled in; a closed panel keeps it. */
export const usePlaceCallStore = create<PlaceCallState>(() => initialState);

/** Whoever opens it goes on in it, and no longer in the row of the call that they looked at before. */
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

/** Chooses the agent, with a row for each name that its greeting mentions. */
export function selectAgent({ agent_id, placeholders }: AgentRecord): void {
  const { rows } = usePlaceCallStore.getState().draft;
  updateDraft({ agentId: agent_id, rows: addPlaceholderRows(rows, placeholders) });
}

export function selectTemplate(templateId: string | null): void {
  usePlaceCallStore.setState({ templateId });
}

/** After a call was placed: the choices stay for the next one, the recipient does not. A draft begun meanwhile is kept. */
export function clearPlacedDraft(placed: CallDraft, placeholders: readonly string[]): void {
  usePlaceCallStore.setState(({ draft }) => {
    if (draft !== placed) return {};
    const { agentId, recipient, speed } = draft;
    return {
      isOpen: false,
      templateId: null,
      draft: { agentId, number: '', rows: addPlaceholderRows([], placeholders), recipient, speed: speed },
    };
  });
}

export function resetPlaceCallStore(): void {
  usePlaceCallStore.setState(initialState);
}
