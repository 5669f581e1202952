import { useCallback, useEffect } from 'react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { formatError } from '../../../../format/format-error.ts';
import { showErrorToast } from '../../../../ui/feedback/toasts.ts';
import { useIsMounted } from '../../../../ui/page/use-is-mounted.ts';
import { playTurnAudio, stopTurnAudio } from './turn-audio.ts';

export type PlayAgentTurns = (turns: readonly TimedTurn[], firstPosition: number) => void;

/**
 * Returns a function that plays the agent's turns while the view of the call is open. The view stays open when the agent
 * hangs up, so that its goodbye is heard to the end.
 */
export function useTurnAudio(callId: string): PlayAgentTurns {
  const isMounted = useIsMounted();
  useEffect(() => stopTurnAudio, []);
  return useCallback(
    (turns, firstPosition) => {
      if (!isMounted()) return;
      playTurnAudio(callId, turns, firstPosition).catch((error: unknown) =>
        showErrorToast(
          'The agent’s voice could not be played',
          `${formatError(error)} The reply is in the transcript.`,
        ),
      );
    },
    [callId, isMounted],
  );
}
