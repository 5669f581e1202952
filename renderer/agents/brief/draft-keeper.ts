import { createAutosave, type AutosaveState } from './autosave.ts';
import { isBlank, type Brief, type SavedDraft } from './brief.ts';
import { deleteDraft, saveDraft } from './draft-actions.ts';

/** Typing pauses for longer than this every few words. */
const delayMs = 600;

type Tell = (state: AutosaveState) => void;

const nobody: Tell = () => {};

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/**
 * Those of the briefs that were written in this window, by their keys. One that is opened again goes on with what was
 * typed last, although the list of drafts may not have it yet, and saves after what is still on its way.
 */
const keepers = new Map<string, DraftKeeper>();

export function openDraftKeeper(key: string, saved: SavedDraft | undefined): DraftKeeper {
  const keeper = keepers.get(key) ?? createDraftKeeper(key);
  keepers.set(key, keeper);
  keeper.meet(saved);
  return keeper;
}

/** Saves what waits; resolves when nothing is under way. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...keepers.values()].map(({ flush }) => flush()));
}

/** What could not be saved belongs to no other workspace. */
export function forgetDrafts(): void {
  for (const { stop } of keepers.values()) void stop();
  keepers.clear();
}

/** Keeps one draft as it is written; a blank one is not worth keeping. */
function createDraftKeeper(key: string) {
  let savedId: string | null = null;
  let latest: { readonly brief: Brief; readonly at: string } | null = null;
  let state: AutosaveState = { state: 'untouched' };
  let tell = nobody;
  const remove = async () => {
    if (savedId !== null) await deleteDraft(savedId);
    savedId = null;
  };
  const save = async (brief: Brief) => {
    if (isBlank(brief)) await remove();
    else savedId = await saveDraft(key, brief);
  };
  const autosave = createAutosave(save, (now) => tell((state = now)), delayMs);
  return {
    /** Takes over what is saved, unless more has been typed since. */
    meet: (saved: SavedDraft | undefined) => {
      if (!saved) return;
      savedId ??= saved.saved_id;
      const { saved_at: at, ...brief } = saved.value;
      if (latest && latest.at > at) return;
      latest = { brief, at };
      state = { state: 'saved' };
    },
    /** What was typed last, or is saved; null for a new one. */
    readBrief: (): Brief | null => latest?.brief ?? null,
    readState: (): AutosaveState => state,
    /** Told of the state from now on, in place of who was told before. */
    listen: (listener: Tell): void => void (tell = listener),
    change: (brief: Brief) => {
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
        keepers.delete(key);
      } catch (error) {
        autosave.resume();
        throw error;
      }
    },
  };
}
