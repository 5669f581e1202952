import { createAutosave, type AutosaveState } from './autosave.ts';
import { isRequestDraftEmpty, type RequestDraft, type SavedDraft } from './request-draft.ts';
import { deleteDraft, saveDraft } from './draft-actions.ts';

/** Typing pauses for longer than this every few words. */
const autosaveDelayMs = 600;

type StateListener = (state: AutosaveState) => void;

const noListener: StateListener = () => {};

export type DraftAutosave = ReturnType<typeof createDraftAutosave>;

/**
 * Those of the briefs that were written in this window, by their keys. One that is opened again goes on with what was
 * typed last, although the list of drafts may not have it yet, and saves after what is still on its way.
 */
const draftAutosaves = new Map<string, DraftAutosave>();

export function openDraftAutosave(key: string, saved: SavedDraft | undefined): DraftAutosave {
  const keeper = draftAutosaves.get(key) ?? createDraftAutosave(key);
  draftAutosaves.set(key, keeper);
  keeper.loadSaved(saved);
  return keeper;
}

/** Saves what waits; resolves when nothing is under way. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...draftAutosaves.values()].map(({ flush }) => flush()));
}

/** What could not be saved belongs to no other workspace. */
export function resetDraftAutosaves(): void {
  for (const { stop } of draftAutosaves.values()) void stop();
  draftAutosaves.clear();
}

/** Keeps one draft as it is written; a blank one is not worth keeping. */
function createDraftAutosave(key: string) {
  let savedId: string | null = null;
  let latest: { readonly brief: RequestDraft; readonly at: string } | null = null;
  let state: AutosaveState = { state: 'untouched' };
  let tell = noListener;
  const remove = async () => {
    if (savedId !== null) await deleteDraft(savedId);
    savedId = null;
  };
  const save = async (brief: RequestDraft) => {
    if (isRequestDraftEmpty(brief)) await remove();
    else savedId = await saveDraft(key, brief);
  };
  const autosave = createAutosave(save, (now) => tell((state = now)), autosaveDelayMs);
  return {
    /** Takes over what is saved, unless more has been typed since. */
    loadSaved: (saved: SavedDraft | undefined) => {
      if (!saved) return;
      savedId ??= saved.saved_id;
      const { saved_at: at, ...brief } = saved.value;
      if (latest && latest.at > at) return;
      latest = { brief, at };
      state = { state: 'saved' };
    },
    /** What was typed last, or is saved; null for a new one. */
    getDraft: (): RequestDraft | null => latest?.brief ?? null,
    getState: (): AutosaveState => state,
    /** Told of the state from now on, in place of who was told before. */
    setListener: (listener: StateListener): void => void (tell = listener),
    change: (brief: RequestDraft) => {
      latest = { brief, at: new Date().toISOString() };
      autosave.change(brief);
    },
    flush: autosave.flush,
    stop: autosave.stop,
    /** Forgets the draft, for it was sent or thrown away. Where that fails, it goes on being kept. */
    discard: async () => {
      await autosave.stop();
      try {
        await remove();
        draftAutosaves.delete(key);
      } catch (error) {
        autosave.resume();
        throw error;
      }
    },
  };
}
