import { useEffect, useMemo, useRef } from 'react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { formatError } from '../../../../format/format-error.ts';
import { showErrorToast } from '../../../../ui/feedback/toasts.ts';
import { useIsMounted } from '../../../../ui/page/use-is-mounted.ts';
import { setLiveSpeech, useLiveSpeechStore } from './live-speech-store.ts';
import { interruptTurnAudio, playSentenceAudio, playTurnAudio, stopTurnAudio, type HeardTurn } from './turn-audio.ts';

export type TurnAudio = {
  /** Plays the agent's turns, except for one that was heard while the agent said it. */
  readonly play: (turns: readonly TimedTurn[], firstPosition: number) => void;
  /** Plays the sentences of a turn while the agent says it: the turn at this position, or the next one from it on. */
  readonly listen: (position: number, options?: { readonly orLater: boolean }) => void;
  /** Stops the agent, and returns what was heard of its turn; null if it does not speak. */
  readonly interrupt: () => HeardTurn | null;
};

/**
 * Returns functions that play the agent's turns while the view of the call is open. The view stays open when the agent hangs up, so
 * that its goodbye is heard to the end.
 */
export function useTurnAudio(callId: string): TurnAudio {
  const isMounted = useIsMounted();
  /** The turn that is awaited, and its position once any of it was played. */
  const awaited = useRef<{ readonly from: number; readonly to: number; position: number | null } | null>(null);
  useEffect(() => stopTurnAudio, []);
  useEffect(
    () =>
      useLiveSpeechStore.subscribe(({ speech }) => {
        const turn = awaited.current;
        if (!turn || speech?.call_id !== callId) return;
        if (speech.position < turn.from || speech.position > turn.to) return;
        // If its first sentence was missed, the whole turn is played at its end.
        if (speech.sentence > 0 && turn.position !== speech.position) return;
        turn.position = speech.position;
        playSentenceAudio(callId, speech.position, speech.sentence).catch(showPlaybackError);
      }),
    [callId],
  );
  return useMemo(
    () => ({
      play: (turns, firstPosition) => {
        if (!isMounted() || (awaited.current?.position ?? null) !== null) return;
        awaited.current = null;
        playTurnAudio(callId, turns, firstPosition).catch(showPlaybackError);
      },
      listen: (from, { orLater } = { orLater: false }) => {
        awaited.current = { from, to: orLater ? Infinity : from, position: null };
      },
      interrupt: () => {
        setLiveSpeech(null);
        return interruptTurnAudio();
      },
    }),
    [callId, isMounted],
  );
}

function showPlaybackError(error: unknown): void {
  showErrorToast('The agent’s voice could not be played', `${formatError(error)} The reply is in the transcript.`);
}
