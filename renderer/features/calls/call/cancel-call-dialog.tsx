import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { CallRecord } from '../../../../shared/calls/calls.ts';
import { formatPhoneNumber } from '../../../format/phone-number.ts';
import { queryClient } from '../../../data/query-client.ts';
import { v1 } from '../../../data/service-clients.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showRequestError } from '../../../data/show-request-error.ts';

type CancelCallDialogProps = {
  readonly call: Pick<CallRecord, 'call_id' | 'agent_name' | 'recipient_number'>;
  readonly onClose: () => void;
};

export function CancelCallDialog({ call, onClose }: CancelCallDialogProps) {
  const { call_id, agent_name, recipient_number } = call;
  const cancel = async () => {
    try {
      await v1(v1Routes.cancelCall, { params: { call_id } });
    } catch (error) {
      showRequestError('The call was not canceled', error);
    }
    await queryClient.invalidateQueries({ queryKey: ['call', call_id] });
  };
  return (
    <ConfirmDialog title="Cancel call" cancelLabel="Keep call" onConfirm={cancel} onClose={onClose}>
      <p>
        The call from <strong className="font-medium text-ink">{agent_name}</strong> to{' '}
        {formatPhoneNumber(recipient_number)} ends immediately, without an outcome or a recording. It cannot be resumed,
        but you can call again.
      </p>
    </ConfirmDialog>
  );
}
