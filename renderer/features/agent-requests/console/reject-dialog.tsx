import { useState } from 'react';
import type { AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { useBusy } from '../../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../../ui/page/use-is-mounted.ts';
import { formatRequestName } from '../format-request-name.ts';
import { moveRequest } from './console-actions.ts';

type RejectDialogProps = { readonly request: AgentRequestRecord; readonly onClose: () => void };

/** Asks for the reason, which the requester can read. */
export function RejectDialog({ request, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const [isBusy, run] = useBusy();
  const [isSubmitted, setSubmitted] = useState(false);
  const isMounted = useIsMounted();
  const reject = async () => {
    if (reason.trim() === '') return setSubmitted(true);
    const isDone = await moveRequest(request, { to: 'rejected', reason: reason.trim() });
    if (isDone && isMounted()) onClose();
  };
  return (
    <Dialog
      title="Reject request"
      description={
        <p>
          This closes the request for <strong className="font-medium text-ink">{formatRequestName(request)}</strong>.
          You can’t reopen it, but you can submit a new one.
        </p>
      }
      onClose={onClose}
    >
      <DialogForm
        submitLabel="Reject request"
        isBusy={isBusy}
        submitVariant="danger"
        onSubmit={() => void run(reject)}
        onClose={onClose}
      >
        <TextArea
          label="Reason"
          hint="The requester can read this."
          error={isSubmitted && reason.trim() === '' ? 'Enter a reason.' : null}
          value={reason}
          maxLength={limits.rejectionReasonLength}
          rows={3}
          onChange={(event) => setReason(event.target.value)}
          className="max-h-60"
        />
      </DialogForm>
    </Dialog>
  );
}
