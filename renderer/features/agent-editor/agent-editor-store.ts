import { create } from 'zustand';

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

/** Asks for the note of the next version. */
export function openPublication(): void {
  useAgentEditorStore.setState({ isPublishing: true });
}

/** Shows which parts of the draft are empty or wrong. */
export function showRefusal(): void {
  useAgentEditorStore.setState(({ refusals }) => ({ tab: 'edit', refusals: refusals + 1 }));
}

export function closePublication(): void {
  useAgentEditorStore.setState({ isPublishing: false });
}
