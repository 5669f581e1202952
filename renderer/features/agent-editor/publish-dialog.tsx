import { useRef, useState } from 'react';
import type { DefinitionChange } from '../../../shared/agents/compare-definitions.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { createIdempotencyKeyStore } from '../../data/idempotency-key-store.ts';
import { formatError } from '../../format/format-error.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { publishDraft } from './agent-version-actions.ts';
import { DefinitionChanges } from './definition-changes.tsx';

type PublishDialogProps = {
  readonly agentId: string;
  readonly nextVersion: number;
  readonly changes: readonly DefinitionChange[];
  readonly onClose: () => void;
};

/** Shows what changes for the recipients, and asks for a note. */
export function PublishDialog({ agentId, nextVersion, changes, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const idempotencyKeys = useRef(createIdempotencyKeyStore());
  const isMounted = useIsMounted();
  const publish = async () => {
    setFailure(null);
    try {
      await publishDraft(agentId, note, idempotencyKeys.current.getKey({ note, nextVersion }));
      if (isMounted()) onClose();
    } catch (error) {
      idempotencyKeys.current.handleFailure(error);
      setFailure(formatError(error));
    }
  };
  return (
    <Dialog
      title={`Publish version ${nextVersion}`}
      isWide
      description={<p>New calls use it at once. Calls in progress keep the version with which they started.</p>}
      onClose={onClose}
    >
      <DialogForm
        submitLabel={`Publish version ${nextVersion}`}
        failure={failure}
        isBusy={isBusy}
        onSubmit={() => void run(publish)}
        onClose={onClose}
      >
        <TextArea
          label="Note"
          optional
          placeholder="What changes, and why"
          value={note}
          maxLength={limits.agentNoteLength}
          rows={2}
          onChange={(event) => setNote(event.target.value)}
          className="max-h-32"
        />
        <section aria-label="Changes" className="flex flex-col gap-2">
          <DefinitionChanges changes={changes} />
        </section>
      </DialogForm>
    </Dialog>
  );
}
