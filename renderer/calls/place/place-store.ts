import { create } from 'zustand';
import type { AgentRecord } from '../../../shared/agents.ts';
import { forgetReturn } from '../calls-store.ts';
import { emptyDraft, offerNames, type Draft } from './draft.ts';

type PlaceState = {
  readonly isOpen: boolean;
  readonly draft: Draft;
  /** The template of metadata that was applied last. */
  readonly templateId: string | null;
};

const nothing: PlaceState = { isOpen: false, draft: emptyDraft, templateId: null };

/** The call that is being filled in; a closed panel keeps it. */
export const usePlaceStore = create<PlaceState>(() => nothing);

/** Whoever opens it goes on in it, and no longer in the row of the call that they looked at before. */
export function openPlacing(): void {
  forgetReturn();
  usePlaceStore.setState({ isOpen: true });
}

export function closePlacing(): void {
  usePlaceStore.setState({ isOpen: false });
}

export function changeDraft(change: Partial<Draft>): void {
  usePlaceStore.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** Chooses the agent, with a row for each name that its greeting mentions. */
export function chooseAgent({ agent_id, placeholders }: AgentRecord): void {
  const { rows } = usePlaceStore.getState().draft;
  changeDraft({ agentId: agent_id, rows: offerNames(rows, placeholders) });
}

export function chooseTemplate(templateId: string | null): void {
  usePlaceStore.setState({ templateId });
}

/** After a call was placed: the choices stay for the next one, the recipient does not. A draft begun meanwhile is kept. */
export function forgetRecipient(placed: Draft, placeholders: readonly string[]): void {
  usePlaceStore.setState(({ draft }) => {
    if (draft !== placed) return {};
    const { agentId, recipient, pace } = draft;
    return {
      isOpen: false,
      templateId: null,
      draft: { agentId, number: '', rows: offerNames([], placeholders), recipient, pace },
    };
  });
}

export function forgetPlacing(): void {
  usePlaceStore.setState(nothing);
}
