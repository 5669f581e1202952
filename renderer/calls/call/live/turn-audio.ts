import { appRoutes } from '../../../../shared/contract.ts';
import type { TimedTurn } from '../../../../shared/calls.ts';
import { app } from '../../../service-clients.ts';
import { getAudioContext } from '../../player/audio-context.ts';
import { pause } from '../../player/player.ts';
import { usePlayerStore } from '../../player/player-store.ts';

let currentPlayback: { readonly callId: string; readonly stop: () => void } | null = null;

/** Says turns of a rehearsal that goes on, one after another. What is said at the moment is interrupted. */
export async function playTurnAudio(callId: string, turns: readonly TimedTurn[], firstPosition: number): Promise<void> {
  stopTurnAudio();
  pause();
  const stopper = new AbortController();
  const saying = { callId, stop: () => stopper.abort() };
  currentPlayback = saying;
  for (const [index, { speaker }] of turns.entries()) {
    if (speaker !== 'agent' || stopper.signal.aborted) continue;
    await playTurn(callId, firstPosition + index, stopper.signal);
  }
  if (currentPlayback === saying) currentPlayback = null;
}

export function stopTurnAudio(): void {
  currentPlayback?.stop();
  currentPlayback = null;
}

async function playTurn(callId: string, position: number, signal: AbortSignal): Promise<void> {
  const context = getAudioContext();
  const params = { call_id: callId, position };
  const answer = await app(appRoutes.getTurnAudio, { params, signal }).catch(ignoreAbort);
  if (!answer) return;
  const sound = await context.decodeAudioData(await answer.arrayBuffer());
  if (signal.aborted) return;
  const source = new AudioBufferSourceNode(context, { buffer: sound });
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
