import { lazy, Suspense } from 'react';
import type { CallDetails, CallTimeline, TimedTurn } from '../../../../shared/calls/calls.ts';
import type { Note } from '../../../../shared/calls/notes.ts';
import type { Topic } from '../../../../shared/calls/find-topics.ts';
import type { CallStatus } from '../../../../shared/calls/call-status.ts';
import { retryWhenReachable } from '../../../data/retry-when-reachable.ts';
import { MissingRecording } from '../remote/missing-recording.tsx';
import { PendingCall } from '../remote/pending-call.tsx';
import { LiveCallProgress } from './live/live-call-progress.tsx';
import { PlayerBar } from './player-bar.tsx';
import type { CallPlayback } from './use-call-playback.ts';

// Starts to load when a call is opened, in parallel with the data of the call.
const waveformModule = retryWhenReachable(() => import('./waveform/waveform.tsx'));
const Waveform = lazy(async () => ({ default: (await waveformModule).Waveform }));

type CallMediaProps = {
  readonly details: CallDetails;
  readonly timeline: CallTimeline;
  readonly topics: readonly Topic[];
  readonly notes: readonly Note[];
  readonly playback: CallPlayback;
  readonly currentTurn: TimedTurn | null;
  readonly isFollowing: boolean;
  readonly isVolumeOpen: boolean;
  readonly onVolumeOpenChange: (isOpen: boolean) => void;
  readonly onSeek: (seconds: number) => void;
  readonly onStopFollowing: () => void;
};

/** The waveform and player of a completed call, or the status of any other call. */
export function CallMedia(props: CallMediaProps) {
  const {
    details,
    timeline,
    topics,
    notes,
    playback,
    currentTurn,
    isFollowing,
    isVolumeOpen,
    onVolumeOpenChange,
    onSeek,
    onStopFollowing,
  } = props;
  const { status, pending } = details;
  return (
    <div className="shrink-0 px-6 pb-1">
      {pending?.kind === 'place_call' ? (
        <PendingCall details={details} item={pending} />
      ) : status === 'queued' || status === 'ringing' || status === 'in_progress' ? (
        <LiveCallProgress details={details} status={status} turns={timeline.turns} />
      ) : status === 'completed' && !details.recording ? (
        <MissingRecording details={details} />
      ) : status === 'completed' ? (
        <>
          <Suspense fallback={<div className="h-26 [@media(min-height:720px)]:h-35" />}>
            <Waveform
              timeline={timeline}
              durationSeconds={playback.durationSeconds}
              initialSeconds={playback.initialSeconds}
              currentTurn={currentTurn}
              topics={topics}
              notes={notes}
              isFollowing={isFollowing}
              onSeek={onSeek}
              onStopFollowing={onStopFollowing}
            />
          </Suspense>
          <PlayerBar
            callId={details.call_id}
            durationSeconds={playback.durationSeconds}
            initialSeconds={playback.initialSeconds}
            error={playback.source ? null : 'missing'}
            isVolumeOpen={isVolumeOpen}
            onVolumeOpenChange={onVolumeOpenChange}
            onPlay={playback.togglePlay}
          />
        </>
      ) : (
        <EndedCallSummary details={details} status={status} turnCount={timeline.turns.length} />
      )}
    </div>
  );
}

type EndedStatus = Extract<CallStatus, 'no_answer' | 'busy' | 'failed' | 'canceled'>;

const endedMessages = {
  no_answer: { title: 'No answer', reason: 'The recipient did not answer.' },
  busy: { title: 'Line busy', reason: 'The recipient was on another call.' },
  failed: { title: 'Call failed', reason: 'The call ended before it was complete.' },
  canceled: { title: 'Call canceled', reason: 'The call was canceled before it was complete.' },
} as const satisfies Record<EndedStatus, { readonly title: string; readonly reason: string }>;

type EndedCallSummaryProps = {
  readonly details: CallDetails;
  readonly status: EndedStatus;
  readonly turnCount: number;
};

/** Explains why a call has no recording, what is kept, and what to do. */
function EndedCallSummary({ details, status, turnCount }: EndedCallSummaryProps) {
  const { title, reason } = endedMessages[status];
  const keptText =
    turnCount > 0
      ? 'The transcript so far, the metadata and your notes are kept. There is no recording.'
      : 'The metadata and your notes are kept. There is no transcript and no recording.';
  return (
    <section aria-label="Call result" className="flex min-h-26 flex-col justify-center gap-1">
      <h3 className="text-section">{title}</h3>
      <p>{status === 'canceled' && details.remote === null ? reason : (details.reason ?? reason)}</p>
      <p className="text-muted">{keptText} “Call again” uses the same agent, number and metadata.</p>
    </section>
  );
}
