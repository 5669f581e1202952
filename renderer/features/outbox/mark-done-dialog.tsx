import { useState } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import type { OutboxItem, OutboxKind } from '../../../shared/workspaces/sync.ts';
import { toPlainToken } from '../../../shared/text/plain-text.ts';
import { formatError } from '../../format/format-error.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { formatOutboxTitle } from './describe-outbox-item.ts';
import { completeOutboxItem } from './outbox-actions.ts';

/** The changes for which the remote returns a new ID. */
const idLabels: Readonly<Partial<Record<OutboxKind, string>>> = {
  upload_document: 'Document ID',
  place_call: 'Call ID',
  submit_request: 'Request ID',
};

type MarkDoneDialogProps = { readonly item: OutboxItem; readonly onClose: () => void };

/** Asks for the ID that the remote gave to a document, call or build request whose outcome is unknown. */
export function MarkDoneDialog({ item, onClose }: MarkDoneDialogProps) {
  const [remoteId, setRemoteId] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const idLabel = idLabels[item.kind];
  const submit = async () => {
    try {
      await completeOutboxItem(item, toPlainToken(remoteId));
      showToast(`${formatOutboxTitle(item)}: marked as done`);
      onClose();
    } catch (error) {
      setFailure(formatError(error));
    }
  };
  return (
    <Dialog
      title="Mark as done"
      description={
        <p>
          <strong className="font-medium text-ink">{formatOutboxTitle(item)}</strong> is not sent again. Do this only if
          the remote made this change.
        </p>
      }
      onClose={onClose}
    >
      <DialogForm
        submitLabel="Mark as done"
        isBusy={isBusy}
        failure={idLabel === undefined ? failure : null}
        onSubmit={() => void run(submit)}
        onClose={onClose}
      >
        {idLabel !== undefined && (
          <Field
            label={idLabel}
            optional
            value={remoteId}
            error={failure}
            hint="The ID on the remote. Without it, the status can’t be refreshed."
            maxLength={limits.idLength}
            autoComplete="off"
            onChange={(event) => {
              setRemoteId(event.target.value);
              setFailure(null);
            }}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
