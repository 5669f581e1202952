import type { CallDetails } from '../../../../shared/calls/calls.ts';
import type { OpenOutboxItem, OpenOutboxState } from '../../../../shared/workspaces/sync.ts';
import { formatClockTime } from '../../../format/format-day.ts';
import { outboxStateDisplays, useOutboxActions } from '../../outbox/public.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { StatusLabel } from '../../../ui/feedback/status-label.tsx';
import { formatPhoneNumber, formatPhoneNumbersInText } from '../../../format/phone-number.ts';

const titles = {
  queued: 'Waiting to be sent',
  in_flight: 'Sending to the remote',
  held: 'On hold. Send now?',
  unknown: 'Outcome unknown',
  rejected: 'The remote refused this call',
} as const satisfies Record<OpenOutboxState, string>;

type PendingCallProps = { readonly details: CallDetails; readonly item: OpenOutboxItem };

/** A call that the remote has not confirmed: why, and what the user can do. It takes the place of the waveform. */
export function PendingCall({ details, item }: PendingCallProps) {
  const { listActions, dialog, busyId } = useOutboxActions();
  const { state, reason } = item;
  const actions = listActions(item);
  return (
    <section aria-label="Call not confirmed" className="flex min-h-26 flex-col justify-center gap-2 pb-2">
      <h3 className="text-section">
        <StatusLabel tone={outboxStateDisplays[state].tone} label={titles[state]} />
      </h3>
      <p role="status" className="max-w-[78ch]">
        {explain(details, item)}
      </p>
      {reason !== null && (
        <p className="max-w-[78ch] break-words text-muted select-text">{formatPhoneNumbersInText(reason)}</p>
      )}
      {actions.length > 0 && (
        <div role="group" aria-label="Actions" className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <ActionButton key={action.label} action={action} aria-busy={busyId === item.item_id} />
          ))}
        </div>
      )}
      {dialog}
    </section>
  );
}

function explain({ recipient_number }: CallDetails, { state, send_not_after }: OpenOutboxItem): string {
  const number = formatPhoneNumber(recipient_number);
  switch (state) {
    case 'queued':
      return send_not_after === null
        ? `The call to ${number} is sent as soon as the remote can be reached.`
        : `The call to ${number} is sent as soon as the remote can be reached. After ${formatClockTime(send_not_after)}, you are asked first.`;
    case 'in_flight':
      return `The call to ${number} is being sent to the remote.`;
    case 'held':
      return `The call to ${number} was not sent. It is placed only if you send it.`;
    case 'unknown':
      return `Check whether the remote has already called ${number}. Sending again may ring it twice.`;
    case 'rejected':
      return `No call to ${number} was placed.`;
  }
}
