import type { Speaker } from '../../../shared/calls.ts';
import { openAudioContext } from './audio-context.ts';
import { keepPlayerChoices } from './player-choices.ts';
import { stepRate } from './playback-rates.ts';
import { usePlayer, type PlayerSource } from './player-store.ts';
import { recoverSound, soundIsBack } from './recover-sound.ts';
import { findSilenceEnd, findSilences, type Stretch } from './silences.ts';
import { createSpeakerMix, type SpeakerMix } from './speaker-mix.ts';

const { getState, setState } = usePlayer;

let element: HTMLAudioElement | null = null;
let mix: SpeakerMix | null = null;
let silences: readonly Stretch[] = [];

/** Loads a call without playing it; the one that is loaded already only moves. A moment beyond the end is the end. */
export function loadCall(source: PlayerSource, atSeconds?: number): void {
  const audio = openElement();
  const before = getState().source;
  silences = findSilences(source.timeline.turns, source.durationSeconds);
  if (before?.callId === source.callId) {
    setState({ source });
    if (atSeconds !== undefined) seek(atSeconds);
    return;
  }
  audio.pause();
  setState({ source, sound: { state: 'paused' }, seconds: 0, isStarted: false, muted: { agent: false, user: false } });
  openUrl(source.url);
  seek(atSeconds ?? 0);
}

export function play(): void {
  const { source, seconds, muted } = getState();
  if (!source) return;
  const audio = openElement();
  openAudioContext();
  mix ??= createSpeakerMix(audio);
  for (const speaker of ['agent', 'user'] as const) mix.setMuted(speaker, muted[speaker]);
  if (seconds >= source.durationSeconds - 0.05) seek(0);
  setState({ isStarted: true });
  // Refused where no gesture came before, abandoned by a pause; what is wrong with the file comes as an event.
  audio.play().catch(() => setState(({ sound }) => (sound.state === 'playing' ? { sound: { state: 'paused' } } : {})));
}

export function pause(): void {
  element?.pause();
}

export function togglePlay(): void {
  if (getState().sound.state === 'playing') pause();
  else play();
}

/** To a moment, held inside of the recording. */
export function seek(toSeconds: number): void {
  const { source } = getState();
  if (!source || !Number.isFinite(toSeconds)) return;
  const seconds = Math.min(source.durationSeconds, Math.max(0, toSeconds));
  openElement().currentTime = seconds;
  setState({ seconds });
}

export function seekBy(bySeconds: number): void {
  seek(getState().seconds + bySeconds);
}

export function setRate(rate: number): void {
  if (element) element.playbackRate = rate;
  setState({ rate });
  keepPlayerChoices(getState());
}

export function changeRate(direction: 1 | -1): void {
  setRate(stepRate(getState().rate, direction));
}

/** 0 to 1 */
export function setVolume(volume: number): void {
  if (element) element.volume = volume;
  setState({ volume });
  keepPlayerChoices(getState());
}

export function setMuted(speaker: Speaker, isMuted: boolean): void {
  mix?.setMuted(speaker, isMuted);
  setState(({ muted }) => ({ muted: { ...muted, [speaker]: isMuted } }));
}

export function setSkipsSilence(skipsSilence: boolean): void {
  setState({ skipsSilence });
  keepPlayerChoices(getState());
}

/** Opens the file again after a failure, at the same second. */
export function retrySound(): void {
  const { source } = getState();
  if (source) void recoverSound(source.callId, { openUrl, play, isAsked: true });
}

/** Nothing is loaded any more. */
export function closePlayer(): void {
  element?.pause();
  setState({ source: null, sound: { state: 'paused' }, seconds: 0, isStarted: false });
  element?.removeAttribute('src');
  element?.load();
}

/** Takes another address of the recording and stays at the same second. */
function openUrl(url: string): void {
  const audio = openElement();
  audio.src = url;
  audio.currentTime = getState().seconds; // held until the element knows the recording
  audio.playbackRate = getState().rate;
}

function openElement(): HTMLAudioElement {
  if (element) return element;
  const audio = new Audio();
  const { rate, volume } = getState();
  audio.preload = 'metadata'; // an hour is 20 MB, and who opens a call does not always play it
  audio.defaultPlaybackRate = rate;
  audio.volume = volume;
  audio.addEventListener('play', () => {
    setState({ sound: { state: 'playing' } });
    requestAnimationFrame(tick);
  });
  audio.addEventListener('pause', () =>
    setState(({ sound }) => (sound.state === 'failed' ? {} : { sound: { state: 'paused' } })),
  );
  audio.addEventListener('timeupdate', showTime); // frames are not drawn where the window is hidden
  audio.addEventListener('loadeddata', () => {
    soundIsBack();
    setState(({ sound }) => (sound.state === 'failed' ? { sound: { state: 'paused' } } : {}));
  });
  audio.addEventListener('error', () => {
    const { source } = getState();
    if (source && audio.hasAttribute('src')) void recoverSound(source.callId, { openUrl, play, isAsked: false });
  });
  element = audio;
  return audio;
}

function tick(): void {
  if (getState().sound.state !== 'playing') return;
  showTime();
  requestAnimationFrame(tick);
}

/** What the element says, as far as it knows: a seek that it has not carried out yet stays as asked for. */
function showTime(): void {
  const { source, sound, skipsSilence, seconds: before } = getState();
  if (!element || !source || element.seeking || element.readyState === HTMLMediaElement.HAVE_NOTHING) return;
  const seconds = Math.min(element.currentTime, source.durationSeconds);
  const silenceEnd = skipsSilence && sound.state === 'playing' ? findSilenceEnd(silences, seconds) : null;
  if (silenceEnd !== null) seek(silenceEnd);
  else if (seconds !== before) setState({ seconds });
}
