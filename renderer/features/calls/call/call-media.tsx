import { lazy, Suspense } from 'react';
import type { CallDetails, TimedTurn, CallTimeline } from '../../../../shared/calls/calls.ts';
import type { Note } from '../../../../shared/calls/notes.ts';
import { EndedCallSummary } from './live/ended-call-summary.tsx';
import { LiveCallProgress } from './live/live-call-progress.tsx';
import { MissingRecording } from '../remote/missing-recording.tsx';
import { PendingCall } from '../remote/pending-call.tsx';
import { PlayerBar } from './player-bar.tsx';
import type { Topic } from '../../../../shared/calls/find-topics.ts';
import type { CallPlayback } from './use-call-playback.ts';
import { retryWhenReachable } from '../../../data/retry-when-reachable.ts';

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
