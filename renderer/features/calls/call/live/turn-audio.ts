import { createStore } from 'zustand';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { app } from '../../../../data/service-clients.ts';
import { pause, usePlayerStore, getAudioContext } from '../../../recordings/public.ts';

/** How much was played of the turn that is playing. */
type Progress = { position: number; playedSeconds: number; startedAt: number | null };

type Playback = {
  readonly signal: AbortSignal;
  readonly stop: () => void;
  readonly progress: Progress;
  /** The turn whose sentences are played; null if whole turns are played. */
  readonly speech: string | null;
  /** Resolves when the sentences up to now were played. */
  readonly played: Promise<unknown>;
};

export type HeardTurn = { readonly position: number; readonly seconds: number };

/** What is playing; null if nothing is. */
const current = createStore<{ readonly playback: Playback | null }>(() => ({ playback: null }));

/** Plays the agent's turns of a practice call, one after another. Stops a turn that is playing, and stops for a recording. */
export async function playTurnAudio(callId: string, turns: readonly TimedTurn[], firstPosition: number): Promise<void> {
  const { signal, stop, progress } = startPlayback(null, firstPosition);
  try {
    for (const [index, { speaker }] of turns.entries()) {
      if (speaker !== 'agent' || signal.aborted) continue;
      Object.assign(progress, { position: firstPosition + index, playedSeconds: 0, startedAt: null });
      await playClip(await loadClip(callId, { position: firstPosition + index, signal }), signal, progress);
    }
  } finally {
    stop();
  }
}

/** Plays a sentence of the turn that the agent says now, after the ones before it. Stops what else is playing. */
export async function playSentenceAudio(callId: string, position: number, sentence: number): Promise<void> {
  const speech = `${callId} ${position}`;
  const { playback } = current.getState();
  const { signal, stop, progress, played } = playback?.speech === speech ? playback : startPlayback(speech, position);
  const loading = loadClip(callId, { position, sentence, signal });
  const playing = played.then(async () => playClip(await loading, signal, progress));
  const settled = Promise.allSettled([loading, playing]);
  if (!signal.aborted) current.setState({ playback: { signal, stop, speech, progress, played: settled } });
  await playing;
}

export function stopTurnAudio(): void {
  current.getState().playback?.stop();
}

/** Stops the agent, and returns what was heard of its turn; null if nothing plays, or if it cannot be heard and so is read. */
export function interruptTurnAudio(): HeardTurn | null {
  const { playback } = current.getState();
  if (!playback) return null;
  const { position, playedSeconds, startedAt } = playback.progress;
  const { currentTime, outputLatency } = getAudioContext(); // resumes a turn that was paused
  const playingSeconds = startedAt === null ? 0 : currentTime - startedAt - outputLatency;
  playback.stop();
  // Before the user has clicked anything, a browser plays nothing.
  if (usePlayerStore.getState().volume === 0 || currentTime === 0) return null;
  return { position, seconds: playedSeconds + Math.max(0, playingSeconds) };
}

/** Pauses the agent until `resumeTurnAudio` or the next turn. */
export function pauseTurnAudio(): void {
  if (current.getState().playback) void getAudioContext().suspend();
}

export function resumeTurnAudio(): void {
  getAudioContext();
}

function startPlayback(speech: string | null, position: number): Playback {
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
  const progress = { position, playedSeconds: 0, startedAt: null };
  const playback = { signal, stop, speech, progress, played: Promise.resolve() };
  current.setState({ playback });
  return playback;
}

type Clip = { readonly position: number; readonly sentence?: number; readonly signal: AbortSignal };

/** Returns null if the signal is aborted. */
async function loadClip(callId: string, { position, sentence, signal }: Clip): Promise<AudioBuffer | null> {
  const params = { call_id: callId, position };
  const query = sentence === undefined ? {} : { sentence };
  const response = await app(appRoutes.getTurnAudio, { params, query, signal }).catch(ignoreAbort);
  // Not with the context that plays, because that would resume a turn that is paused.
  return response && new OfflineAudioContext(1, 1, 16_000).decodeAudioData(await response.arrayBuffer());
}

async function playClip(buffer: AudioBuffer | null, signal: AbortSignal, progress: Progress): Promise<void> {
  if (!buffer || signal.aborted) return;
  const context = getAudioContext();
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new GainNode(context, { gain: usePlayerStore.getState().volume })).connect(context.destination);
  await new Promise<void>((resolve) => {
    source.addEventListener('ended', () => resolve(), { once: true });
    signal.addEventListener('abort', () => source.stop(), { once: true });
    progress.startedAt = context.currentTime;
    source.start();
  });
  progress.playedSeconds += buffer.duration;
  progress.startedAt = null;
}

function ignoreAbort(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
}
