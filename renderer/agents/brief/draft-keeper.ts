import { createAutosave, type AutosaveState } from './autosave.ts';
import { isBlank, type Brief } from './brief.ts';
import { deleteDraft, saveDraft } from './draft-actions.ts';

/** Typing pauses for longer than this every few words. */
const delayMs = 600;

/** Keeps one draft as it is written; a blank one is not worth keeping. */
export function createDraftKeeper(key: string, initialId: string | null, tell: (state: AutosaveState) => void) {
  let savedId = initialId;
  const remove = async () => {
    if (savedId !== null) await deleteDraft(savedId);
    savedId = null;
  };
  const save = async (brief: Brief) => {
    if (isBlank(brief)) await remove();
    else savedId = await saveDraft(key, brief);
  };
  const { change, flush, stop } = createAutosave(save, tell, delayMs);
  return {
    change,
    flush,
    /** Forgets the draft, for it was sent or thrown away. */
    discard: async () => {
      await stop();
      await remove();
    },
  };
}
