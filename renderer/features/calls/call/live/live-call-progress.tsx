import { Clock, PhoneCall, PhoneOutgoing, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CallStatus } from '../../../../../shared/calls/call-status.ts';
import type { CallDetails, TimedTurn } from '../../../../../shared/calls/calls.ts';
import { formatClock } from '../../../../format/format-clock.ts';
import { classNames } from '../../../../ui/page/class-names.ts';
import { formatPhoneNumber } from '../../../../format/phone-number.ts';

type LiveStatus = Extract<CallStatus, 'queued' | 'ringing' | 'in_progress'>;

const liveStages = [
  { status: 'queued', label: 'Queued', icon: Clock },
  { status: 'ringing', label: 'Ringing', icon: PhoneOutgoing },
  { status: 'in_progress', label: 'Connected', icon: PhoneCall },
] as const satisfies readonly { readonly status: LiveStatus; readonly label: string; readonly icon: LucideIcon }[];

type LiveCallProgressProps = {
  readonly details: CallDetails;
  readonly status: LiveStatus;
  readonly turns: readonly TimedTurn[];
};

/** The progress of a call that has not ended. It takes the place of the waveform. */
export function LiveCallProgress({ details, status, turns }: LiveCallProgressProps) {
  const lastTurn = turns.at(-1);
  const currentIndex = liveStages.findIndex((stage) => stage.status === status);
  return (
    <section aria-label="Call progress" className="flex min-h-26 flex-col justify-center gap-3">
      {/* A status that only the remote knows cannot be assigned to a stage. */}
      {!details.remote?.status && (
        <ol className="flex items-center gap-2">
          {liveStages.map(({ status: stage, label, icon: Icon }, index) => (
            <li
              key={stage}
              aria-current={index === currentIndex ? 'step' : undefined}
              className={classNames('flex items-center gap-2', index === currentIndex ? 'font-medium' : 'text-muted')}
            >
              {index > 0 && <span aria-hidden="true" className="h-px w-10 bg-line" />}
              <Icon aria-hidden size={15} className={index === currentIndex ? 'text-info' : ''} />
              {label}
              {index === currentIndex && (
                <span className="font-normal">
                  {status === 'in_progress'
                    ? lastTurn && <RecordedTime key={lastTurn.start_seconds} turn={lastTurn} />
                    : details.created_at !== null && <ElapsedTime since={details.created_at} />}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="text-muted">
        {describeLiveStatus(details, status)}
      </p>
    </section>
  );
}

/** The time since a timestamp, updated every second. */
function ElapsedTime({ since }: { readonly since: string }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{formatClock((nowMs - Date.parse(since)) / 1000)}</span>;
}

/**
 * The position in the recording, which runs while the last turn is spoken. It agrees with the times in the transcript: the
 * time since the answer does not, because a practice call waits for the user and a fast simulation runs ahead of its speech.
 */
function RecordedTime({ turn: { start_seconds, end_seconds } }: { readonly turn: TimedTurn }) {
  const [seconds, setSeconds] = useState(start_seconds);
  useEffect(() => {
    const shownAt = performance.now();
    const timer = setInterval(() => {
      const position = start_seconds + (performance.now() - shownAt) / 1000;
      setSeconds(Math.min(position, end_seconds));
      if (position >= end_seconds) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [start_seconds, end_seconds]);
  return (
    <>
      Recorded <span role="timer">{formatClock(seconds)}</span>
    </>
  );
}

function describeLiveStatus(details: CallDetails, status: LiveStatus): string {
  const { recipient_number, practice, simulated, remote } = details;
  const number = formatPhoneNumber(recipient_number);
  if (remote) return describeRemoteStatus(details, status, number);
  if (status === 'queued') return 'Waiting for a free line. You don’t need to do anything.';
  if (status === 'ringing')
    return simulated ? `Simulating a call to ${number}. No real call is placed.` : `Calling ${number}.`;
  if (practice) return 'You play the customer: reply below. The recording is created when the call ends.';
  return 'The transcript appears below during the call. The recording and its waveform follow when the call ends.';
}

/** The remote is asked for the status every few seconds, and sends the transcript after the call. */
function describeRemoteStatus({ simulated, remote, pending }: CallDetails, status: LiveStatus, number: string): string {
  if (remote?.status)
    return `The remote reports the status “${remote.status}”. The transcript and the recording follow if the remote has them.`;
  if (pending?.kind === 'cancel_call') return 'Switchboard is asking the remote to cancel this call.';
  if (remote?.id === null) return 'The remote’s ID of this call is not known, so its progress can’t be shown.';
  if (simulated) return `The remote simulates a call to ${number}.`;
  if (status === 'queued') return `The remote has the call to ${number} and will place it.`;
  if (status === 'ringing') return `The remote is calling ${number}.`;
  return 'The transcript and the recording follow when the call ends.';
}
