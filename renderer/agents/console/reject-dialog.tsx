import { useState } from 'react';
import type { AgentRequestRecord } from '../../../shared/agent-requests.ts';
import { limits } from '../../../shared/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { formatRequestName } from '../format-request-name.ts';
import { moveRequest } from './console-actions.ts';

type RejectDialogProps = { readonly request: AgentRequestRecord; readonly onClose: () => void };

/** Asks for the reason, which whoever asked for the agent will read. */
export function RejectDialog({ request, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const [isBusy, run] = useBusy();
  const [isTried, setTried] = useState(false);
  const isShown = useIsMounted();
  const reject = async () => {
    if (reason.trim() === '') return setTried(true);
    const isDone = await moveRequest(request, { to: 'rejected', reason: reason.trim() });
    if (isDone && isShown()) onClose();
  };
  return (
    <Dialog
      title="Reject request"
      description={
        <p>
          The request for <strong className="font-medium text-ink">{formatRequestName(request)}</strong> ends here and
          cannot be taken up again. A new one can be written at any time.
        </p>
      }
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(reject);
        }}
      >
        <TextArea
          label="Reason"
          hint="Whoever asked for the agent reads it."
          error={isTried && reason.trim() === '' ? 'Say why.' : null}
          value={reason}
          maxLength={limits.rejectionReasonLength}
          rows={3}
          onChange={(event) => setReason(event.target.value)}
          className="max-h-60"
        />
        <DialogActions>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" size="large" aria-busy={isBusy}>
            Reject request
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
