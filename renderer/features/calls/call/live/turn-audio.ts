import { createStore } from 'zustand';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { app } from '../../../../data/service-clients.ts';
import { pause, usePlayerStore, getAudioContext } from '../../../recordings/public.ts';

/** Stops the turns that are playing; null if none is. */
const current = createStore<{ readonly stop: (() => void) | null }>(() => ({ stop: null }));

/** Plays the agent's turns of a practice call, one after another. Stops a turn that is playing, and stops for a recording. */
export async function playTurnAudio(callId: string, turns: readonly TimedTurn[], firstPosition: number): Promise<void> {
  stopTurnAudio();
  pause();
  const controller = new AbortController();
  const stop = () => controller.abort();
  current.setState({ stop });
  const unsubscribe = usePlayerStore.subscribe((state, previous) => {
    if (state.playback.state === 'playing' && previous.playback.state !== 'playing') stop();
  });
  try {
    for (const [index, { speaker }] of turns.entries()) {
      if (speaker !== 'agent' || controller.signal.aborted) continue;
      await playTurn(callId, firstPosition + index, controller.signal);
    }
  } finally {
    unsubscribe();
  }
  if (current.getState().stop === stop) current.setState({ stop: null });
}

export function stopTurnAudio(): void {
  current.getState().stop?.();
  current.setState({ stop: null });
}

async function playTurn(callId: string, position: number, signal: AbortSignal): Promise<void> {
  const context = getAudioContext();
  const params = { call_id: callId, position };
  const response = await app(appRoutes.getTurnAudio, { params, signal }).catch(ignoreAbort);
  if (!response) return;
  const buffer = await context.decodeAudioData(await response.arrayBuffer());
  if (signal.aborted) return;
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new GainNode(context, { gain: usePlayerStore.getState().volume })).connect(context.destination);
  await new Promise<void>((resolve) => {
    source.addEventListener('ended', () => resolve(), { once: true });
    signal.addEventListener('abort', () => source.stop(), { once: true });
    source.start();
  });
}

function ignoreAbort(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
}
