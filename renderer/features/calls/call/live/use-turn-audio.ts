import { useEffect, useMemo, useRef } from 'react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { formatError } from '../../../../format/format-error.ts';
import { showErrorToast } from '../../../../ui/feedback/toasts.ts';
import { useIsMounted } from '../../../../ui/page/use-is-mounted.ts';
import { useLiveSpeechStore } from './live-speech-store.ts';
import { playSentenceAudio, playTurnAudio, stopTurnAudio } from './turn-audio.ts';

export type TurnAudio = {
  /** Plays the agent's turns, except for one that was heard while the agent said it. */
  readonly play: (turns: readonly TimedTurn[], firstPosition: number) => void;
  /** Plays the sentences of a turn while the agent says it. */
  readonly listen: (position: number) => void;
};

/**
 * Returns functions that play the agent's turns while the view of the call is open. The view stays open when the agent hangs up, so
 * that its goodbye is heard to the end.
 */
export function useTurnAudio(callId: string): TurnAudio {
  const isMounted = useIsMounted();
  /** The turn that is awaited, and whether any of it was played. */
  const awaited = useRef<{ readonly position: number; isHeard: boolean } | null>(null);
  useEffect(() => stopTurnAudio, []);
  useEffect(
    () =>
      useLiveSpeechStore.subscribe(({ speech }) => {
        if (speech?.call_id !== callId || speech.position !== awaited.current?.position) return;
        // If its first sentence was missed, the whole turn is played at its end.
        if (speech.sentence > 0 && !awaited.current.isHeard) return;
        awaited.current.isHeard = true;
        playSentenceAudio(callId, speech.position, speech.sentence).catch(showPlaybackError);
      }),
    [callId],
  );
  return useMemo(
    () => ({
      play: (turns, firstPosition) => {
        if (!isMounted() || awaited.current?.isHeard) return;
        awaited.current = null;
        playTurnAudio(callId, turns, firstPosition).catch(showPlaybackError);
      },
      listen: (position) => {
        awaited.current = { position, isHeard: false };
      },
    }),
    [callId, isMounted],
  );
}

function showPlaybackError(error: unknown): void {
  showErrorToast('The agent’s voice could not be played', `${formatError(error)} The reply is in the transcript.`);
}
