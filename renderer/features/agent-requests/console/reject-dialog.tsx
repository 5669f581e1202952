import type { AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import { formatRequestName } from '../format-request-name.ts';
import { moveRequest } from './console-actions.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

type RejectDialogProps = { readonly request: AgentRequestRecord; readonly onClose: () => void };

/** Asks for the reason, which the requester can read. */
export function RejectDialog({ request, onClose }: RejectDialogProps) {
  return (
    <ReasonDialog
      title="Reject request"
      hint="The requester can read this."
      onReject={(reason) => moveRequest(request, { to: 'rejected', reason })}
      onClose={onClose}
    >
      <p>
        This closes the request for <strong className="font-medium text-ink">{formatRequestName(request)}</strong>. You
        can’t reopen it, but you can submit a new one.
      </p>
    </ReasonDialog>
  );
}
