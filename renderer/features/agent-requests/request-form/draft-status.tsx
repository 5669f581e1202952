import { Check } from 'lucide-react';
import { formatError } from '../../../format/format-error.ts';
import { useServiceUnreachable } from '../../../data/service-connection.ts';
import type { AutosaveState } from './autosave.ts';

export function DraftStatus({ state: autosave }: { readonly state: AutosaveState }) {
  const isUnreachable = useServiceUnreachable();
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
        <span className="text-bad">
          The draft {isUnreachable ? 'is not saved yet.' : `was not saved. ${formatError(autosave.error)}`}
        </span>
      )}
    </p>
  );
}
