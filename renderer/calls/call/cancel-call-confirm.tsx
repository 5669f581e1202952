import { v1Routes } from '../../../shared/contract.ts';
import type { CallDetails } from '../../../shared/calls.ts';
import { formatNumber } from '../phone-number.ts';
import { tellError } from '../../format/tell-error.ts';
import { queryClient } from '../../query-client.ts';
import { v1 } from '../../service.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { tellFailure } from '../../ui/toasts.tsx';

type CancelCallConfirmProps = { readonly details: CallDetails; readonly onClose: () => void };

export function CancelCallConfirm({ details, onClose }: CancelCallConfirmProps) {
  const { call_id, agent_name, recipient_number } = details;
  const cancel = async () => {
    try {
      await v1(v1Routes.cancelCall, { params: { call_id } });
    } catch (error) {
      tellFailure('The call was not canceled', tellError(error));
    }
    await queryClient.invalidateQueries({ queryKey: ['call', call_id] });
  };
  return (
    <Confirm title="Cancel call" deed="Cancel call" safe="Let it go on" onConfirm={cancel} onClose={onClose}>
      <p>
        The call of <strong className="font-medium text-ink">{agent_name}</strong> to {formatNumber(recipient_number)}{' '}
        ends at once. It gets no outcome and no recording, and cannot be taken up again; it can be placed anew.
      </p>
    </Confirm>
  );
}
