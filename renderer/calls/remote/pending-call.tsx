import { CircleQuestionMark, Clock, Send, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { CallDetails } from '../../../shared/calls.ts';
import type { OutboxItem } from '../../../shared/sync.ts';
import { formatClockTime } from '../../format/format-day.ts';
import { useOutboxActions } from '../../sync/use-outbox-actions.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatPhoneNumber, formatPhoneNumbersInText } from '../phone-number.ts';

type PendingState = Exclude<OutboxItem['state'], 'done' | 'canceled'>;

const stateIcons = {
  queued: { icon: Clock, color: 'text-muted' },
  in_flight: { icon: Send, color: 'text-info' },
  held: { icon: Clock, color: 'text-warn' },
  unknown: { icon: CircleQuestionMark, color: 'text-warn' },
  rejected: { icon: TriangleAlert, color: 'text-bad' },
} as const satisfies Record<PendingState, { readonly icon: LucideIcon; readonly color: string }>;

const titles = {
  queued: 'Waiting to be sent',
  in_flight: 'Sending to the remote',
  held: 'On hold. Send now?',
  unknown: 'The answer was lost',
  rejected: 'The remote refused this call',
} as const satisfies Record<PendingState, string>;

export type UnconfirmedItem = OutboxItem & { readonly state: PendingState };

type PendingCallProps = { readonly details: CallDetails; readonly item: UnconfirmedItem };

/** A call that the remote has not confirmed: why, and what the user can do. It takes the place of the waveform. */
export function PendingCall({ details, item }: PendingCallProps) {
  const { listActions, dialog, busyId } = useOutboxActions();
  const { state, reason } = item;
  const { icon: Icon, color } = stateIcons[state];
  const actions = listActions(item);
  return (
    <section aria-label="Call not confirmed" className="flex min-h-26 flex-col justify-center gap-2 pb-2">
      <h3 className="flex items-center gap-2 text-section">
        <Icon aria-hidden size={16} className={classNames('shrink-0', color)} />
        {titles[state]}
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

function explain({ recipient_number }: CallDetails, { state, send_not_after }: UnconfirmedItem): string {
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
      return `The remote may have called ${number}. Check, send again, or mark as done. Sending again may ring ${number} twice.`;
    case 'rejected':
      return `No call to ${number} was placed.`;
  }
}
