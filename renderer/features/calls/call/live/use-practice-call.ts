import { useRef, useState } from 'react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { invalidate } from '../../../../data/invalidate.ts';
import { queryClient } from '../../../../data/query-client.ts';
import { app } from '../../../../data/service-clients.ts';
import { formatError } from '../../../../format/format-error.ts';
import { showErrorToast } from '../../../../ui/feedback/toasts.ts';
import { useIsMounted } from '../../../../ui/page/use-is-mounted.ts';
import { timelineQuery } from '../../call-query.ts';
import { stopTurnAudio } from './turn-audio.ts';
import type { TurnAudio } from './use-turn-audio.ts';

type ComposerState =
  | { readonly state: 'idle' | keyof typeof busyNotes }
  | { readonly state: 'failed'; readonly reason: string };

const busyNotes = {
  answering: 'The agent is answering…',
  ending: 'Hanging up. Creating the recording…',
  ended: 'The agent hung up. Creating the recording…',
} as const;

/** A user who types sooner has read the agent's words instead of hearing them. */
const minHeardSeconds = 0.5;

type PracticeCallOptions = {
  readonly callId: string;
  readonly turns: readonly TimedTurn[];
  readonly audio: TurnAudio;
};

type Reply = {
  readonly text: string;
  /** The turn that was heard through the microphone, if it was spoken. */
  readonly voiceTurn?: number;
};

/** Sends what the user says in a practice call, at any moment: an agent that speaks or composes its answer is interrupted. */
export function usePracticeCall({ callId, turns, audio }: PracticeCallOptions) {
  const [composerState, setComposerState] = useState<ComposerState>({ state: 'idle' });
  const isMounted = useIsMounted();
  /** The number of the last reply. An answer to an earlier one was interrupted. */
  const lastReply = useRef(0);
  /** Where the agent's next turn is expected; null while none is. */
  const awaitedPosition = useRef<number | null>(null);

  const fail = (title: string, error: unknown) => {
    setComposerState({ state: 'failed', reason: formatError(error) });
    if (!isMounted()) showErrorToast(title, `${formatError(error)} Your text is kept.`);
  };

  /** Returns whether the text was sent. */
  const send = async ({ text, voiceTurn }: Reply): Promise<boolean> => {
    const { state } = composerState;
    if (state === 'ending' || state === 'ended') return false;
    const number = ++lastReply.current;
    const isLast = () => lastReply.current === number;
    const isComposing = awaitedPosition.current !== null;
    const played = audio.interrupt() ?? (isComposing ? { position: awaitedPosition.current ?? 0, seconds: 0 } : null);
    const isRead = voiceTurn === undefined && !isComposing && (played?.seconds ?? 0) < minHeardSeconds;
    const heard = isRead ? null : played;
    setComposerState({ state: 'answering' });
    awaitedPosition.current = Math.max(turns.length, heard?.position ?? 0) + 1;
    audio.listen(awaitedPosition.current, { orLater: heard !== null });
    try {
      const json = { text, heard, ...(voiceTurn !== undefined && { voice_turn: voiceTurn }) };
      const response = await app(appRoutes.sendTurn, { params: { call_id: callId }, json });
      refetchCall(callId);
      if (!isLast()) return true;
      awaitedPosition.current = null;
      setComposerState({ state: response.call_ended ? 'ended' : 'idle' });
      audio.play(response.turns, response.position);
      return true;
    } catch (error) {
      if (isLast()) awaitedPosition.current = null;
      const hasArrived = await hasBeenRecorded(callId, turns.length, text);
      refetchCall(callId);
      if (isLast() && hasArrived) setComposerState({ state: 'idle' });
      else if (isLast()) fail('The agent did not answer', error);
      return hasArrived;
    }
  };

  const hangUp = async () => {
    const { state } = composerState;
    if (state === 'ending' || state === 'ended') return;
    setComposerState({ state: 'ending' });
    stopTurnAudio();
    try {
      await app(appRoutes.hangUp, { params: { call_id: callId } });
    } catch (error) {
      // The call has ended meanwhile, for example because it was idle for too long.
      const hasEnded = error instanceof Problem && error.code === 'call_not_in_progress';
      if (!hasEnded) fail('The call could not be ended', error);
    }
    refetchCall(callId);
  };

  const busyNote =
    composerState.state === 'idle' || composerState.state === 'failed' ? null : busyNotes[composerState.state];
  return { composerState, busyNote, send, hangUp };
}

/** Returns true if the service received the text although its response was lost, so that it is not sent twice. */
async function hasBeenRecorded(callId: string, firstPosition: number, text: string): Promise<boolean> {
  const timeline = await queryClient.fetchQuery({ ...timelineQuery(callId), staleTime: 0 }).catch(() => null);
  const turns = timeline?.turns.slice(firstPosition) ?? [];
  return turns.some((turn) => turn.speaker === 'user' && turn.text === text.trim());
}

function refetchCall(callId: string): void {
  for (const key of ['call', 'timeline']) void invalidate([key, callId]);
}
