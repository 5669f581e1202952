import { create, createStore } from 'zustand';
import type { AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { compareDefinitions } from '../../../shared/agents/compare-definitions.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { createAutosave, type Autosave, type AutosaveState } from '../../data/autosave.ts';
import { queryClient } from '../../data/query-client.ts';
import { v1 } from '../../data/service-clients.ts';
import { agentDetailsQuery, loadAgent, type LoadedAgent } from '../agents/public.ts';

export type AgentEdit = {
  /** The definition as it is in the form. */
  readonly definition: AgentDefinition;
  /** The state of the agent on which the definition is based. */
  readonly etag: string;
  /** Whether the service does not have the definition yet. */
  readonly isUnsaved: boolean;
  readonly saveState: AutosaveState;
  /** The agent as another window has changed it, if that excludes the unsaved definition. */
  readonly conflict: LoadedAgent | null;
  /** Whether the form shows what another window has saved. */
  readonly isFromElsewhere: boolean;
};

type AgentEdits = Readonly<Record<string, AgentEdit>>;

/** The agents that are edited in this window, by ID. What is not saved outlives the view and the page. */
export const useAgentEdits = create<AgentEdits>(() => ({}));

const autosaves = createStore<Readonly<Record<string, Autosave<AgentDefinition>>>>(() => ({}));

/** Short enough to save at most pauses between words. */
const autosaveDelayMs = 600;

const findEdit = (agentId: string) => useAgentEdits.getState()[agentId];

/** Returns the draft, or the published version if there is none. Null if only the remote has the agent. */
export function getEditedDefinition({ details }: LoadedAgent): AgentDefinition | null {
  return details.draft?.definition ?? details.definition;
}

/** Starts to edit an agent, with the text that is not saved yet if there is one. Also called when the agent was fetched again. */
export function showLoadedAgent(agentId: string, loaded: LoadedAgent): void {
  const definition = getEditedDefinition(loaded);
  const edit = findEdit(agentId);
  if (!definition) return;
  if (edit?.isUnsaved) {
    if (edit.conflict) return updateEdit(agentId, { conflict: loaded }); // it may have been changed once more
    if (!(agentId in autosaves.getState())) openAutosave(agentId).change(edit.definition); // kept by an earlier page
    return;
  }
  if (edit?.etag === loaded.etag) return;
  const isFromElsewhere = edit !== undefined && compareDefinitions(edit.definition, definition).length > 0;
  setEdit(agentId, { ...createEdit(definition, loaded.etag), isFromElsewhere });
}

export function changeDefinition(agentId: string, definition: AgentDefinition): void {
  updateEdit(agentId, { definition, isUnsaved: true, isFromElsewhere: false });
  openAutosave(agentId).change(definition);
}

/** Saves the definition now. Resolves when no save is in progress, and returns whether everything is saved. */
export async function saveDefinition(agentId: string): Promise<boolean> {
  await autosaves.getState()[agentId]?.flush();
  return findEdit(agentId)?.isUnsaved !== true;
}

/** Shows what the service has after a change that was not made in the form. */
export function replaceEdit(agentId: string, loaded: LoadedAgent): void {
  const definition = getEditedDefinition(loaded);
  void autosaves.getState()[agentId]?.stop();
  autosaves.setState(omit(autosaves.getState(), agentId), true);
  if (definition) setEdit(agentId, createEdit(definition, loaded.etag));
  queryClient.setQueryData(agentDetailsQuery(agentId).queryKey, loaded);
}

/** Overwrites what another window has saved. */
export function keepMine(agentId: string): void {
  const edit = findEdit(agentId);
  if (!edit?.conflict) return;
  updateEdit(agentId, { etag: edit.conflict.etag, conflict: null });
  openAutosave(agentId).resume();
}

/** Drops the unsaved definition, and returns it. */
export function takeTheirs(agentId: string): AgentDefinition | null {
  const edit = findEdit(agentId);
  if (!edit?.conflict) return null;
  replaceEdit(agentId, edit.conflict);
  return edit.definition;
}

/** Saves what is not saved yet. Resolves when no save is in progress. */
export async function flushAgentEdits(): Promise<void> {
  await Promise.all(Object.values(autosaves.getState()).map(({ flush }) => flush()));
}

/** Drops all edits before another workspace opens. */
export function resetAgentEdits(): void {
  for (const { stop } of Object.values(autosaves.getState())) void stop();
  autosaves.setState({}, true);
  useAgentEdits.setState({}, true);
}

/** The edits that are not saved yet. */
export const keptAgentEdits = {
  read: (): AgentEdits =>
    Object.fromEntries(Object.entries(useAgentEdits.getState()).filter(([, { isUnsaved }]) => isUnsaved)),
  restore: (edits: AgentEdits): void => {
    const restored = Object.entries(edits).map(
      ([id, { definition, etag }]) => [id, { ...createEdit(definition, etag), isUnsaved: true }] as const,
    );
    useAgentEdits.setState(Object.fromEntries(restored));
  },
  subscribe: (listener: () => void): void => {
    useAgentEdits.subscribe(listener);
  },
};

function createEdit(definition: AgentDefinition, etag: string): AgentEdit {
  return {
    definition,
    etag,
    isUnsaved: false,
    saveState: { state: 'untouched' },
    conflict: null,
    isFromElsewhere: false,
  };
}

function openAutosave(agentId: string): Autosave<AgentDefinition> {
  const open = autosaves.getState()[agentId];
  if (open) return open;
  const autosave = createAutosave(
    (definition: AgentDefinition) => save(agentId, definition),
    (saveState) => updateEdit(agentId, { saveState }),
    autosaveDelayMs,
  );
  autosaves.setState({ [agentId]: autosave });
  return autosave;
}

async function save(agentId: string, definition: AgentDefinition): Promise<void> {
  const etag = findEdit(agentId)?.etag ?? '';
  try {
    const loaded = await saveAgentDraft(agentId, definition, etag);
    updateEdit(agentId, { etag: loaded.etag, isUnsaved: findEdit(agentId)?.definition !== definition });
    queryClient.setQueryData(agentDetailsQuery(agentId).queryKey, loaded);
  } catch (error) {
    if (error instanceof Problem && error.code === 'precondition_failed') {
      void autosaves.getState()[agentId]?.stop(); // until the user has decided
      updateEdit(agentId, { conflict: await queryClient.fetchQuery({ ...agentDetailsQuery(agentId), staleTime: 0 }) });
    }
    throw error;
  }
}

function saveAgentDraft(agentId: string, definition: AgentDefinition, etag: string): Promise<LoadedAgent> {
  return loadAgent((readHeaders) =>
    v1(v1Routes.saveAgentDraft, {
      params: { agent_id: agentId },
      json: { definition },
      headers: { 'If-Match': etag },
      readHeaders,
    }),
  );
}

function setEdit(agentId: string, edit: AgentEdit): void {
  useAgentEdits.setState({ [agentId]: edit });
}

function updateEdit(agentId: string, change: Partial<AgentEdit>): void {
  const edit = findEdit(agentId);
  if (edit) setEdit(agentId, { ...edit, ...change });
}

function omit<Value>(values: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  const { [key]: _, ...others } = values;
  return others;
}
