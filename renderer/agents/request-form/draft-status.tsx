import { Check } from 'lucide-react';
import { formatError } from '../../format/format-error.ts';
import type { AutosaveState } from './autosave.ts';

export function DraftStatus({ state: autosave }: { readonly state: AutosaveState }) {
  return (
    <p role="status" className="flex items-center gap-1 text-small text-muted">
      {autosave.state === 'saved' && (
        <>
          <Check aria-hidden size={13} className="text-good" />
          Draft saved
        </>
      )}
      {autosave.state === 'unsaved' && 'Saving draft…'}
      {autosave.state === 'failed' && (
        <span className="text-bad">The draft was not saved. {formatError(autosave.error)}</span>
      )}
    </p>
  );
}
