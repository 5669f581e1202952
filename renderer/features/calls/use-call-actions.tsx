import { useNavigate } from '@tanstack/react-router';
import { AudioLines, Phone, PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { isCallCancelable } from '../../../shared/calls/call-status.ts';
import type { CallRecord } from '../../../shared/calls/calls.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { queryClient } from '../../data/query-client.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { formatPhoneNumber } from '../../format/phone-number.ts';
import { v1 } from '../../data/service-clients.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useCapabilities } from '../connection/public.ts';
import { recordingNotKept } from '../recordings/public.ts';
import { saveRecording } from './call/save-recording.ts';
import { openPrefilledPlaceCall } from './place-call/open-prefilled-panel.ts';

type ActionableCall = Pick<
  CallRecord,
  'call_id' | 'agent_name' | 'recipient_number' | 'status' | 'has_recording' | 'remote' | 'pending'
>;

type CallActions = {
  /** Null if the call has ended, or was not sent to the remote yet: its request is canceled then. */
  readonly cancel: RowAction | null;
  readonly callAgain: RowAction;
  /** Null if the call was not completed. */
  readonly saveRecording: RowAction | null;
};

/** Returns the actions of a call, and the dialog that asks before one of them. */
export function useCallActions() {
  const navigate = useNavigate();
  const placeDisabledReason = useMissingPermission(appRoutes.placeSimulatedCall);
  const cancelDisabledReason = useMissingPermission(v1Routes.cancelCall);
  const canCancel = useCapabilities()?.cancel_call ?? true;
  const [canceling, setCanceling] = useState<ActionableCall | null>(null);
  const getActions = (call: ActionableCall): CallActions => ({
    cancel:
      isCallCancelable(call.status) && call.pending?.kind !== 'place_call'
        ? {
            label: 'Cancel call',
            icon: PhoneOff,
            disabledReason:
              cancelDisabledReason ?? (call.remote && !canCancel ? 'The remote cannot cancel calls.' : null),
            run: () => setCanceling(call),
          }
        : null,
    callAgain: {
      label: 'Call again',
      icon: Phone,
      disabledReason: placeDisabledReason,
      run: () => void openPrefilledPlaceCall(call.call_id, () => navigate({ to: '/calls', search: {} })),
    },
    saveRecording:
      call.status === 'completed'
        ? {
            label: 'Save recording',
            icon: AudioLines,
            disabledReason: call.has_recording || call.remote ? null : recordingNotKept,
            run: () => void saveRecording(call.call_id),
          }
        : null,
  });
  const dialog = canceling && <CancelCallDialog call={canceling} onClose={() => setCanceling(null)} />;
  return { getActions, dialog };
}

type CancelCallDialogProps = {
  readonly call: Pick<CallRecord, 'call_id' | 'agent_name' | 'recipient_number'>;
  readonly onClose: () => void;
};

function CancelCallDialog({ call, onClose }: CancelCallDialogProps) {
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
