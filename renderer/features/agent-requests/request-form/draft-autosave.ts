import { createStore } from 'zustand';
import { createAutosave, type AutosaveState } from '../../../data/autosave.ts';
import { isRequestDraftEmpty, type RequestDraft, type SavedDraft } from './request-draft.ts';
import { deleteDraft, saveDraft } from './draft-actions.ts';

/** Short enough to save at most pauses between words. */
const autosaveDelayMs = 600;

type StateListener = (state: AutosaveState) => void;

const noListener: StateListener = () => {};

export type DraftAutosave = ReturnType<typeof createDraftAutosave>;

/**
 * The drafts that were edited in this window, by key. A reopened draft continues with the latest text, even if the list of
 * drafts does not have it yet, and its next save waits for the save in progress.
 */
const draftAutosaves = createStore<Readonly<Record<string, DraftAutosave>>>(() => ({}));

export function openDraftAutosave(key: string, saved: SavedDraft | undefined): DraftAutosave {
  const autosave = draftAutosaves.getState()[key] ?? createDraftAutosave(key);
  draftAutosaves.setState({ [key]: autosave });
  autosave.loadSaved(saved);
  return autosave;
}

/** Saves all waiting drafts. Resolves when no save is in progress. */
export async function flushDrafts(): Promise<void> {
  await Promise.all(listAutosaves().map(({ flush }) => flush()));
}

/** Drops unsaved drafts before another workspace opens. */
export function resetDraftAutosaves(): void {
  for (const { stop } of listAutosaves()) void stop();
  draftAutosaves.setState({}, true);
}

const listAutosaves = () => Object.values(draftAutosaves.getState());

function forgetAutosave(key: string): void {
  const { [key]: _discarded, ...others } = draftAutosaves.getState();
  draftAutosaves.setState(others, true);
}

/** Saves one draft while it is edited, and deletes it when it is empty. */
function createDraftAutosave(key: string) {
  let savedId: string | null = null;
  let latest: { readonly draft: RequestDraft; readonly savedAt: string } | null = null;
  let state: AutosaveState = { state: 'untouched' };
  let notify = noListener;
  const remove = async () => {
    if (savedId !== null) await deleteDraft(savedId);
    savedId = null;
  };
  const save = async (draft: RequestDraft) => {
    if (isRequestDraftEmpty(draft)) await remove();
    else savedId = await saveDraft(key, draft);
  };
  const autosave = createAutosave(save, (next) => notify((state = next)), autosaveDelayMs);
  return {
    /** Loads the saved draft, unless this window has a newer one. */
    loadSaved: (saved: SavedDraft | undefined) => {
      if (!saved) return;
      savedId ??= saved.saved_id;
      const { saved_at: savedAt, ...draft } = saved.value;
      if (latest && latest.savedAt > savedAt) return;
      latest = { draft, savedAt };
      state = { state: 'saved' };
    },
    /** Returns the latest draft, or null for a new one. */
    getDraft: (): RequestDraft | null => latest?.draft ?? null,
    getState: (): AutosaveState => state,
    /** Replaces the listener for state changes. */
    setListener: (listener: StateListener): void => void (notify = listener),
    change: (draft: RequestDraft) => {
      latest = { draft, savedAt: new Date().toISOString() };
      autosave.change(draft);
    },
    flush: autosave.flush,
    stop: autosave.stop,
    /** Deletes the draft after it was submitted or discarded. If that fails, autosave continues. */
    discard: async () => {
      await autosave.stop();
      try {
        await remove();
        forgetAutosave(key);
      } catch (error) {
        autosave.resume();
        throw error;
      }
    },
  };
}
