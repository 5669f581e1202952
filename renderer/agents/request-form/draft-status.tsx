import { Check } from 'lucide-react';
import { formatError } from '../../format/format-error.ts';
import type { AutosaveState } from './autosave.ts';

/** Whether what was typed is kept. */
export function DraftStatus({ draft: autosave }: { readonly draft: AutosaveState }) {
  return (
    <p role="status" className="flex items-center gap-1 text-small text-muted">
      {autosave.state === 'saved' && (
        <>
          <Check aria-hidden size={13} className="text-good" />
          Draft saved
        </>
      )}
      {autosave.state === 'unsaved' && 'Saving the draft…'}
      {autosave.state === 'failed' && (
        <span className="text-bad">The draft is not saved. {formatError(autosave.error)}</span>
      )}
    </p>
  );
}
