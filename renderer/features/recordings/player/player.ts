import { createStore } from 'zustand';
import type { Speaker } from '../../../../shared/calls/calls.ts';
import { findSpeechStart } from '../find-turn.ts';
import { findNextRate, savePlayerPreferences } from './player-preferences.ts';
import { usePlayerStore, type PlayerSource } from './player-store.ts';
import { recoverPlayback } from './recover-playback.ts';
import { findSilenceEnd, findSilences, type TimeRange } from './silences.ts';
import { createSpeakerMixer, getAudioContext, type SpeakerMixer } from './speaker-mixer.ts';

const { getState, setState } = usePlayerStore;

type Sound = {
  readonly audio: HTMLAudioElement | null;
  readonly mixer: SpeakerMixer | null;
  /** Of the loaded call. */
  readonly silences: readonly TimeRange[];
};

/** The element that plays the recording. It is created with the first call, and its mixer when it is first played. */
const sound = createStore<Sound>(() => ({ audio: null, mixer: null, silences: [] }));

/** Loads a call at the first word, or at a time, without playing it. If it is already loaded, only the position changes. */
export function loadCall(source: PlayerSource, atSeconds?: number): void {
  const audio = getAudioElement();
  const loaded = getState().source;
  sound.setState({ silences: findSilences(source.timeline.turns, source.durationSeconds) });
  if (loaded?.callId === source.callId) {
    setState({ source });
    if (atSeconds !== undefined) seek(atSeconds);
    return;
  }
  audio.pause();
  setState({
    source,
    playback: { state: 'paused' },
    seconds: 0,
    hasPlayed: false,
    muted: { agent: false, user: false },
  });
  loadRecordingUrl(source.url);
  seek(atSeconds ?? findSpeechStart(source.timeline.turns));
}

export function play(): void {
  const { source, seconds, muted } = getState();
  if (!source) return;
  const audio = getAudioElement();
  getAudioContext();
  const mixer = sound.getState().mixer ?? createSpeakerMixer(audio);
  sound.setState({ mixer });
  for (const speaker of ['agent', 'user'] as const) mixer.setMuted(speaker, muted[speaker]);
  if (seconds >= source.durationSeconds - 0.05) seek(findSpeechStart(source.timeline.turns));
  setState({ hasPlayed: true });
  // Rejects without a user gesture or after a pause. A damaged file is reported by the element's `error` event.
  audio
    .play()
    .catch(() => setState(({ playback }) => (playback.state === 'playing' ? { playback: { state: 'paused' } } : {})));
}

export function pause(): void {
  sound.getState().audio?.pause();
}

export function togglePlay(): void {
  if (getState().playback.state === 'playing') pause();
  else play();
}

/** Seeks to a time, clamped to the recording. */
export function seek(toSeconds: number): void {
  const { source } = getState();
  if (!source || !Number.isFinite(toSeconds)) return;
  const seconds = Math.min(source.durationSeconds, Math.max(0, toSeconds));
  getAudioElement().currentTime = seconds;
  setState({ seconds });
}

export function seekBy(bySeconds: number): void {
  seek(getState().seconds + bySeconds);
}

export function setRate(rate: number): void {
  const { audio } = sound.getState();
  if (audio) audio.playbackRate = rate;
  setState({ rate });
  savePlayerPreferences(getState());
}

export function changeRate(direction: 1 | -1): void {
  setRate(findNextRate(getState().rate, direction));
}

/** Sets the volume, 0 to 1. */
export function setVolume(volume: number): void {
  const { audio } = sound.getState();
  if (audio) audio.volume = volume;
  setState({ volume });
  savePlayerPreferences(getState());
}

export function setMuted(speaker: Speaker, isMuted: boolean): void {
  sound.getState().mixer?.setMuted(speaker, isMuted);
  setState(({ muted }) => ({ muted: { ...muted, [speaker]: isMuted } }));
}

export function setSkipsSilence(skipsSilence: boolean): void {
  setState({ skipsSilence });
  savePlayerPreferences(getState());
}

/** Loads the recording again after an error, at the same position. */
export function retryPlayback(): void {
  const { source } = getState();
  if (source) void recoverPlayback(source.callId, { loadUrl: loadRecordingUrl, play, isManualRetry: true });
}

/** Stops playback and unloads the call. */
export function closePlayer(): void {
  const { audio } = sound.getState();
  audio?.pause();
  setState({ source: null, playback: { state: 'paused' }, seconds: 0, hasPlayed: false });
  audio?.removeAttribute('src');
  audio?.load();
}

/** Loads a URL of the recording and keeps the position. */
function loadRecordingUrl(url: string): void {
  const audio = getAudioElement();
  audio.src = url;
  audio.currentTime = getState().seconds; // applied once the metadata is loaded
  audio.playbackRate = getState().rate;
}

function getAudioElement(): HTMLAudioElement {
  return sound.getState().audio ?? createAudioElement();
}

function createAudioElement(): HTMLAudioElement {
  const audio = new Audio();
  const { rate, volume } = getState();
  audio.preload = 'metadata'; // one hour is 20 MB, and not every opened call is played
  audio.defaultPlaybackRate = rate;
  audio.volume = volume;
  audio.addEventListener('play', () => {
    setState({ playback: { state: 'playing' } });
    requestAnimationFrame(updateOnFrame);
  });
  audio.addEventListener('pause', () =>
    setState(({ playback }) => (playback.state === 'failed' ? {} : { playback: { state: 'paused' } })),
  );
  audio.addEventListener('timeupdate', syncPosition); // a hidden window gets no animation frames
  audio.addEventListener('loadeddata', () => {
    setState(({ playback }) => ({
      hasRenewedUrl: false,
      ...(playback.state === 'failed' && { playback: { state: 'paused' } }),
    }));
  });
  audio.addEventListener('error', () => {
    const { source } = getState();
    if (source && audio.hasAttribute('src'))
      void recoverPlayback(source.callId, { loadUrl: loadRecordingUrl, play, isManualRetry: false });
  });
  sound.setState({ audio });
  return audio;
}

function updateOnFrame(): void {
  if (getState().playback.state !== 'playing') return;
  syncPosition();
  requestAnimationFrame(updateOnFrame);
}

/** Copies the element's position to the store, except during a seek, whose target is already there. */
function syncPosition(): void {
  const { source, playback, skipsSilence, seconds: previousSeconds } = getState();
  const { audio, silences } = sound.getState();
  if (!audio || !source || audio.seeking || audio.readyState === HTMLMediaElement.HAVE_NOTHING) return;
  const seconds = Math.min(audio.currentTime, source.durationSeconds);
  const silenceEnd = skipsSilence && playback.state === 'playing' ? findSilenceEnd(silences, seconds) : null;
  if (silenceEnd !== null) seek(silenceEnd);
  else if (seconds !== previousSeconds) setState({ seconds });
}
