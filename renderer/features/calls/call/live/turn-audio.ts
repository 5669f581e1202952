import { createStore } from 'zustand';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { app } from '../../../../data/service-clients.ts';
import { pause, usePlayerStore, getAudioContext } from '../../../recordings/public.ts';

type Playback = {
  readonly signal: AbortSignal;
  readonly stop: () => void;
  /** The turn whose sentences are played; null if whole turns are played. */
  readonly speech: string | null;
  /** Resolves when the sentences up to now were played. */
  readonly played: Promise<unknown>;
};

/** What is playing; null if nothing is. */
const current = createStore<{ readonly playback: Playback | null }>(() => ({ playback: null }));

/** Plays the agent's turns of a practice call, one after another. Stops a turn that is playing, and stops for a recording. */
export async function playTurnAudio(callId: string, turns: readonly TimedTurn[], firstPosition: number): Promise<void> {
  const { signal, stop } = startPlayback(null);
  try {
    for (const [index, { speaker }] of turns.entries()) {
      if (speaker !== 'agent' || signal.aborted) continue;
      await playClip(await loadClip(callId, { position: firstPosition + index, signal }), signal);
    }
  } finally {
    stop();
  }
}

/** Plays a sentence of the turn that the agent says now, after the ones before it. Stops what else is playing. */
export async function playSentenceAudio(callId: string, position: number, sentence: number): Promise<void> {
  const speech = `${callId} ${position}`;
  const { playback } = current.getState();
  const { signal, stop, played } = playback?.speech === speech ? playback : startPlayback(speech);
  const loading = loadClip(callId, { position, sentence, signal });
  const playing = played.then(async () => playClip(await loading, signal));
  const settled = Promise.allSettled([loading, playing]);
  if (!signal.aborted) current.setState({ playback: { signal, stop, speech, played: settled } });
  await playing;
}

export function stopTurnAudio(): void {
  current.getState().playback?.stop();
}

function startPlayback(speech: string | null): Playback {
  stopTurnAudio();
  pause();
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => {
    controller.abort();
    unsubscribe();
    if (current.getState().playback?.signal === signal) current.setState({ playback: null });
  };
  const unsubscribe = usePlayerStore.subscribe((state, previous) => {
    if (state.playback.state === 'playing' && previous.playback.state !== 'playing') stop();
  });
  const playback = { signal, stop, speech, played: Promise.resolve() };
  current.setState({ playback });
  return playback;
}

type Clip = { readonly position: number; readonly sentence?: number; readonly signal: AbortSignal };

/** Returns null if the signal is aborted. */
async function loadClip(callId: string, { position, sentence, signal }: Clip): Promise<AudioBuffer | null> {
  const params = { call_id: callId, position };
  const query = sentence === undefined ? {} : { sentence };
  const response = await app(appRoutes.getTurnAudio, { params, query, signal }).catch(ignoreAbort);
  return response && getAudioContext().decodeAudioData(await response.arrayBuffer());
}

async function playClip(buffer: AudioBuffer | null, signal: AbortSignal): Promise<void> {
  if (!buffer || signal.aborted) return;
  const context = getAudioContext();
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
