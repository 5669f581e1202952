import type { Speaker } from '../../../shared/calls.ts';
import { getAudioContext } from './audio-context.ts';
import { savePlayerPreferences } from './player-preferences.ts';
import { findNextRate } from './playback-rates.ts';
import { usePlayerStore, type PlayerSource } from './player-store.ts';
import { recoverPlayback, resetRecovery } from './recover-playback.ts';
import { findSilenceEnd, findSilences, type TimeRange } from './silences.ts';
import { createSpeakerMixer, type SpeakerMixer } from './speaker-mixer.ts';

const { getState, setState } = usePlayerStore;

let audioElement: HTMLAudioElement | null = null;
let speakerMixer: SpeakerMixer | null = null;
let silences: readonly TimeRange[] = [];

/** Loads a call without playing it; the one that is loaded already only moves. A moment beyond the end is the end. */
export function loadCall(source: PlayerSource, atSeconds?: number): void {
  const audio = getAudioElement();
  const before = getState().source;
  silences = findSilences(source.timeline.turns, source.durationSeconds);
  if (before?.callId === source.callId) {
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
  seek(atSeconds ?? 0);
}

export function play(): void {
  const { source, seconds, muted } = getState();
  if (!source) return;
  const audio = getAudioElement();
  getAudioContext();
  speakerMixer ??= createSpeakerMixer(audio);
  for (const speaker of ['agent', 'user'] as const) speakerMixer.setMuted(speaker, muted[speaker]);
  if (seconds >= source.durationSeconds - 0.05) seek(0);
  setState({ hasPlayed: true });
  // Refused where no gesture came before, abandoned by a pause; what is wrong with the file comes as an event.
  audio
    .play()
    .catch(() => setState(({ playback }) => (playback.state === 'playing' ? { playback: { state: 'paused' } } : {})));
}

export function pause(): void {
  audioElement?.pause();
}

export function togglePlay(): void {
  if (getState().playback.state === 'playing') pause();
  else play();
}

/** To a moment, held inside of the recording. */
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
  if (audioElement) audioElement.playbackRate = rate;
  setState({ rate });
  savePlayerPreferences(getState());
}

export function changeRate(direction: 1 | -1): void {
  setRate(findNextRate(getState().rate, direction));
}

/** 0 to 1 */
export function setVolume(volume: number): void {
  if (audioElement) audioElement.volume = volume;
  setState({ volume });
  savePlayerPreferences(getState());
}

export function setMuted(speaker: Speaker, isMuted: boolean): void {
  speakerMixer?.setMuted(speaker, isMuted);
  setState(({ muted }) => ({ muted: { ...muted, [speaker]: isMuted } }));
}

export function setSkipsSilence(skipsSilence: boolean): void {
  setState({ skipsSilence });
  savePlayerPreferences(getState());
}

/** Opens the file again after a failure, at the same second. */
export function retryPlayback(): void {
  const { source } = getState();
  if (source) void recoverPlayback(source.callId, { loadUrl: loadRecordingUrl, play, isManualRetry: true });
}

/** Nothing is loaded any more. */
export function closePlayer(): void {
  audioElement?.pause();
  setState({ source: null, playback: { state: 'paused' }, seconds: 0, hasPlayed: false });
  audioElement?.removeAttribute('src');
  audioElement?.load();
}

/** Takes another address of the recording and stays at the same second. */
function loadRecordingUrl(url: string): void {
  const audio = getAudioElement();
  audio.src = url;
  audio.currentTime = getState().seconds; // held until the element knows the recording
  audio.playbackRate = getState().rate;
}

function getAudioElement(): HTMLAudioElement {
  if (audioElement) return audioElement;
  const audio = new Audio();
  const { rate, volume } = getState();
  audio.preload = 'metadata'; // an hour is 20 MB, and who opens a call does not always play it
  audio.defaultPlaybackRate = rate;
  audio.volume = volume;
  audio.addEventListener('play', () => {
    setState({ playback: { state: 'playing' } });
    requestAnimationFrame(updateOnFrame);
  });
  audio.addEventListener('pause', () =>
    setState(({ playback }) => (playback.state === 'failed' ? {} : { playback: { state: 'paused' } })),
  );
  audio.addEventListener('timeupdate', syncPosition); // frames are not drawn where the window is hidden
  audio.addEventListener('loadeddata', () => {
    resetRecovery();
    setState(({ playback }) => (playback.state === 'failed' ? { playback: { state: 'paused' } } : {}));
  });
  audio.addEventListener('error', () => {
    const { source } = getState();
    if (source && audio.hasAttribute('src'))
      void recoverPlayback(source.callId, { loadUrl: loadRecordingUrl, play, isManualRetry: false });
  });
  audioElement = audio;
  return audio;
}

function updateOnFrame(): void {
  if (getState().playback.state !== 'playing') return;
  syncPosition();
  requestAnimationFrame(updateOnFrame);
}

/** What the element says, as far as it knows: a seek that it has not carried out yet stays as asked for. */
function syncPosition(): void {
  const { source, playback, skipsSilence, seconds: before } = getState();
  if (!audioElement || !source || audioElement.seeking || audioElement.readyState === HTMLMediaElement.HAVE_NOTHING)
    return;
  const seconds = Math.min(audioElement.currentTime, source.durationSeconds);
  const silenceEnd = skipsSilence && playback.state === 'playing' ? findSilenceEnd(silences, seconds) : null;
  if (silenceEnd !== null) seek(silenceEnd);
  else if (seconds !== before) setState({ seconds });
}
