import { Check } from 'lucide-react';
import { tellError } from '../../format/tell-error.ts';
import type { AutosaveState } from './autosave.ts';

/** Whether what was typed is kept. */
export function DraftState({ draft }: { readonly draft: AutosaveState }) {
  return (
    <p role="status" className="flex items-center gap-1 text-small text-muted">
      {draft.state === 'saved' && (
        <>
          <Check aria-hidden size={13} className="text-good" />
          Draft saved
        </>
      )}
      {draft.state === 'unsaved' && 'Saving the draft…'}
      {draft.state === 'failed' && <span className="text-bad">The draft is not saved. {tellError(draft.error)}</span>}
    </p>
  );
}
