import type { RefObject } from 'react';
import { isCallEnded } from '../../../../shared/calls/call-status.ts';
import type { CallDetails, CallTimeline } from '../../../../shared/calls/calls.ts';
import { MoreTurnsNote } from '../remote/more-turns-note.tsx';
import { TurnTimesNote } from '../remote/turn-times-note.tsx';
import { addLiveTurn, useLiveSpeechStore } from './live/live-speech-store.ts';
import { PracticeComposer } from './live/practice-composer.tsx';
import { useTurnAudio } from './live/use-turn-audio.ts';
import { Transcript } from './transcript/transcript.tsx';
import type { CurrentTurn } from './use-current-turn.ts';

type CallTranscriptProps = {
  readonly details: CallDetails;
  readonly timeline: CallTimeline;
  readonly current: CurrentTurn;
  /** Whether the call has a recording. */
  readonly canPlay: boolean;
  readonly initialQuery?: string;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onShowSources: (index: number) => void;
};

/** The transcript of a call, and during a practice call the field for the replies of the customer. */
export function CallTranscript(props: CallTranscriptProps) {
  const { details, timeline, current, canPlay, initialQuery = '', searchField, onShowSources } = props;
  const { call_id, status, practice } = details;
  const { turns } = timeline;
  const isLive = !isCallEnded(status);
  const turnAudio = useTurnAudio(call_id);
  const speech = useLiveSpeechStore((state) => state.speech);
  const spokenTurns = isLive ? addLiveTurn(call_id, turns, speech) : turns;
  return (
    <>
      <Transcript
        turns={spokenTurns}
        currentIndex={isLive ? spokenTurns.length - 1 : current.currentIndex}
        isLive={isLive}
        initialQuery={initialQuery}
        searchField={searchField}
        isFollowing={current.isFollowing}
        onFollowingChange={current.setFollowing}
        onPlayTurn={current.playTurn}
        onShowSources={onShowSources}
        hasTimes={timeline.times !== 'unknown'}
        canPlay={canPlay || isLive}
        note={
          <>
            <TurnTimesNote timeline={timeline} />
            {timeline.has_more_turns && <MoreTurnsNote shown={turns.length} />}
          </>
        }
      >
        {turns.length === 0 && (
          <p className="px-6 py-2 text-muted">
            {!isLive
              ? 'This call has no transcript.'
              : details.remote
                ? 'The transcript appears here after the call.'
                : 'The transcript appears here during the call.'}
          </p>
        )}
      </Transcript>
      {practice && status === 'in_progress' && <PracticeComposer callId={call_id} turns={turns} audio={turnAudio} />}
    </>
  );
}
