import { create } from 'zustand';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import type { ServiceEvent } from '../../../../../shared/contract/events.ts';

/** A sentence that the agent of a practice call says in a turn that is not stored yet. */
export type LiveSpeech = Omit<Extract<ServiceEvent, { readonly type: 'call.speech_added' }>, 'type'>;

/** The latest sentence. */
export const useLiveSpeechStore = create<{ readonly speech: LiveSpeech | null }>(() => ({ speech: null }));

export function setLiveSpeech(speech: LiveSpeech | null): void {
  useLiveSpeechStore.setState({ speech });
}

/** Returns the turns of a call, with the turn that its agent is saying. */
export function addLiveTurn(
  callId: string,
  turns: readonly TimedTurn[],
  speech: LiveSpeech | null,
): readonly TimedTurn[] {
  if (speech?.call_id !== callId || speech.position !== turns.length) return turns;
  const end_seconds = turns.at(-1)?.end_seconds ?? 0;
  return [...turns, { speaker: 'agent', text: speech.text, start_seconds: end_seconds, end_seconds, passages: [] }];
}
