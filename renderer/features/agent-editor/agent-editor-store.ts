import { create } from 'zustand';
import { useAgentEdits } from './agent-edits.ts';
import { listErrors } from './definition-errors.ts';

/** What is beside the form, or in a narrow window in its place. */
export const editorTabs = ['edit', 'preview', 'try', 'versions'] as const;

export type EditorTab = (typeof editorTabs)[number];

type AgentEditorState = {
  readonly tab: EditorTab;
  /** Counts the commands that have shown a tab. */
  readonly tabRequests: number;
  /** True while the user is asked for the note of the next version. */
  readonly isPublishing: boolean;
  /** Counts the publications that parts which are empty or wrong have prevented. Those are shown then. */
  readonly refusals: number;
  /** The call that tries the draft beside the form; null before the first one. */
  readonly trialCallId: string | null;
};

const initialState: AgentEditorState = {
  tab: 'edit',
  tabRequests: 0,
  isPublishing: false,
  refusals: 0,
  trialCallId: null,
};

/** The state of the editor that commands change. */
export const useAgentEditorStore = create<AgentEditorState>(() => initialState);

export function resetAgentEditor(): void {
  useAgentEditorStore.setState(initialState);
}

export function showEditorTab(tab: EditorTab): void {
  useAgentEditorStore.setState({ tab });
}

/** Shows a tab and moves the focus to it. */
export function openEditorTab(tab: EditorTab): void {
  useAgentEditorStore.setState(({ tabRequests }) => ({ tab, tabRequests: tabRequests + 1 }));
}

/** Shows the call that tries the draft, or what starts one. */
export function showTrial(trialCallId: string | null): void {
  useAgentEditorStore.setState({ trialCallId });
}

/** Asks for the note of the next version, or shows what keeps the draft from being published. */
export function requestPublication(agentId: string): void {
  if (canUseDraft(agentId)) useAgentEditorStore.setState({ isPublishing: true });
}

/** Returns whether the draft is complete. If it is not, shows what is empty or wrong. */
export function canUseDraft(agentId: string): boolean {
  const edit = useAgentEdits.getState()[agentId];
  if (!edit || edit.conflict) return false;
  if (listErrors(edit.definition, true).size === 0) return true;
  useAgentEditorStore.setState(({ refusals }) => ({ tab: 'edit', refusals: refusals + 1 }));
  return false;
}

export function closePublication(): void {
  useAgentEditorStore.setState({ isPublishing: false });
}
