import { lazy, Suspense } from 'react';
import type { CallDetails, TimedTurn, Timeline } from '../../../shared/calls.ts';
import type { Note } from '../../../shared/notes.ts';
import { EndedStrip } from './live/ended-strip.tsx';
import { LiveStrip } from './live/live-strip.tsx';
import { PlayerBar } from './player-bar.tsx';
import type { Playback } from './use-playback.ts';

// Asked for as soon as a call is opened, so that it comes along with the call's own data.
const loading = import('./wave/waveform.tsx');
const Waveform = lazy(async () => ({ default: (await loading).Waveform }));

type CallStageProps = {
  readonly details: CallDetails;
  readonly timeline: Timeline;
  readonly notes: readonly Note[];
  readonly playback: Playback;
  readonly currentTurn: TimedTurn | null;
  readonly isFollowing: boolean;
  readonly isVolumeOpen: boolean;
  readonly onVolume: (isOpen: boolean) => void;
  readonly onSeek: (seconds: number) => void;
  readonly onLookAway: () => void;
};

/** Below the head: the waves and the player of a completed call, or how any other one stands. */
export function CallStage(props: CallStageProps) {
  const { details, timeline, notes, playback, currentTurn, isFollowing, isVolumeOpen, onVolume, onSeek, onLookAway } =
    props;
  const { status } = details;
  return (
    <div className="shrink-0 px-6 pb-1">
      {status === 'queued' || status === 'ringing' || status === 'in_progress' ? (
        <LiveStrip details={details} status={status} />
      ) : status === 'completed' ? (
        <>
          <Suspense fallback={<div className="h-21.5 [@media(min-height:720px)]:h-30.5" />}>
            <Waveform
              timeline={timeline}
              durationSeconds={playback.durationSeconds}
              waitingSeconds={playback.waitingSeconds}
              currentTurn={currentTurn}
              notes={notes}
              isFollowing={isFollowing}
              onSeek={onSeek}
              onLookAway={onLookAway}
            />
          </Suspense>
          <PlayerBar
            callId={details.call_id}
            durationSeconds={playback.durationSeconds}
            waitingSeconds={playback.waitingSeconds}
            fault={playback.source ? null : 'missing'}
            isVolumeOpen={isVolumeOpen}
            onVolume={onVolume}
            onPlay={playback.toggle}
          />
        </>
      ) : (
        <EndedStrip details={details} status={status} turnCount={timeline.turns.length} />
      )}
    </div>
  );
}
