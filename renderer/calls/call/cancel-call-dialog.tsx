import { v1Routes } from '../../../shared/contract.ts';
import type { CallDetails } from '../../../shared/calls.ts';
import { formatPhoneNumber } from '../phone-number.ts';
import { formatError } from '../../format/format-error.ts';
import { queryClient } from '../../query-client.ts';
import { v1 } from '../../service-clients.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showErrorToast } from '../../ui/toasts.tsx';

type CancelCallDialogProps = { readonly details: CallDetails; readonly onClose: () => void };

export function CancelCallDialog({ details, onClose }: CancelCallDialogProps) {
  const { call_id, agent_name, recipient_number } = details;
  const cancel = async () => {
    try {
      await v1(v1Routes.cancelCall, { params: { call_id } });
    } catch (error) {
      showErrorToast('The call was not canceled', formatError(error));
    }
    await queryClient.invalidateQueries({ queryKey: ['call', call_id] });
  };
  return (
    <ConfirmDialog
      title="Cancel call"
      confirmLabel="Cancel call"
      cancelLabel="Let it go on"
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>
        The call of <strong className="font-medium text-ink">{agent_name}</strong> to{' '}
        {formatPhoneNumber(recipient_number)} ends at once. It gets no outcome and no recording, and cannot be taken up
        again; it can be placed anew.
      </p>
    </ConfirmDialog>
  );
}
