import { appRoutes } from '../../../../shared/contract.ts';
import type { TimedTurn } from '../../../../shared/calls.ts';
import { app } from '../../../service.ts';
import { openAudioContext } from '../../player/audio-context.ts';
import { pause } from '../../player/player.ts';
import { usePlayer } from '../../player/player-store.ts';

let current: { readonly callId: string; readonly stop: () => void } | null = null;

/** Says turns of a rehearsal that goes on, one after another. What is said at the moment is interrupted. */
export async function sayAloud(callId: string, turns: readonly TimedTurn[], firstPosition: number): Promise<void> {
  stopSaying();
  pause();
  const stopper = new AbortController();
  const saying = { callId, stop: () => stopper.abort() };
  current = saying;
  for (const [index, { speaker }] of turns.entries()) {
    if (speaker !== 'agent' || stopper.signal.aborted) continue;
    await sayTurnAloud(callId, firstPosition + index, stopper.signal);
  }
  if (current === saying) current = null;
}

export function stopSaying(): void {
  current?.stop();
  current = null;
}

async function sayTurnAloud(callId: string, position: number, signal: AbortSignal): Promise<void> {
  const context = openAudioContext();
  const params = { call_id: callId, position };
  const answer = await app(appRoutes.getTurnSound, { params, signal }).catch(ignoreAbort);
  if (!answer) return;
  const sound = await context.decodeAudioData(await answer.arrayBuffer());
  if (signal.aborted) return;
  const source = new AudioBufferSourceNode(context, { buffer: sound });
  source.connect(new GainNode(context, { gain: usePlayer.getState().volume })).connect(context.destination);
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
