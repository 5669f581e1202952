import { CircleDashed, PhoneCall, PhoneOutgoing, type LucideIcon } from 'lucide-react';
import type { CallStatus } from '../../../../shared/call-status.ts';
import type { CallDetails } from '../../../../shared/calls.ts';
import { formatPhoneNumber } from '../../phone-number.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ElapsedTime } from './elapsed.tsx';

type LiveStatus = Extract<CallStatus, 'queued' | 'ringing' | 'in_progress'>;

const liveStages = [
  { status: 'queued', label: 'Queued', icon: CircleDashed },
  { status: 'ringing', label: 'Ringing', icon: PhoneOutgoing },
  { status: 'in_progress', label: 'On the line', icon: PhoneCall },
] as const satisfies readonly { readonly status: LiveStatus; readonly label: string; readonly icon: LucideIcon }[];

type LiveCallProgressProps = { readonly details: CallDetails; readonly status: LiveStatus };

/** Where a call stands that is not over, in the place that its waves will take. */
export function LiveCallProgress({ details, status }: LiveCallProgressProps) {
  const { created_at, answered_at } = details;
  const reached = liveStages.findIndex((stage) => stage.status === status);
  return (
    <section aria-label="The call now" className="flex min-h-26 flex-col justify-center gap-3">
      <ol className="flex items-center gap-2">
        {liveStages.map(({ status: stage, label, icon: Icon }, index) => (
          <li
            key={stage}
            aria-current={index === reached ? 'step' : undefined}
            className={classNames(
              'flex items-center gap-2',
              index === reached ? 'font-medium' : 'text-muted',
              index > reached && 'opacity-60',
            )}
          >
            {index > 0 && <span aria-hidden="true" className="h-px w-10 bg-line" />}
            <Icon aria-hidden size={15} className={index === reached ? 'text-info' : ''} />
            {label}
            {index === reached && <ElapsedTime since={answered_at ?? created_at} />}
          </li>
        ))}
      </ol>
      <p role="status" className="text-muted">
        {describeLiveStatus(details, status)}
      </p>
    </section>
  );
}

function describeLiveStatus({ recipient_number, practice, simulated }: CallDetails, status: LiveStatus): string {
  const number = formatPhoneNumber(recipient_number);
  if (status === 'queued') return 'It waits for a free line. Nothing needs to be done.';
  if (status === 'ringing')
    return simulated ? `It rings as it would at ${number}. Nobody is dialled.` : `It rings at ${number}.`;
  if (practice) return 'You play the recipient: answer below. The recording is made when the call ends.';
  return 'What is said appears below as it is said. The recording and its waves follow when the call ends.';
}
