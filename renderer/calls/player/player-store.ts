import { create } from 'zustand';
import type { Speaker, CallTimeline } from '../../../shared/calls.ts';
import { readPlayerPreferences, type PlayerPreferences } from './player-preferences.ts';
import type { PlaybackError } from './playback-error.ts';

/** A call as the player needs it. */
export type PlayerSource = {
  readonly callId: string;
  readonly agentName: string;
  readonly recipientNumber: string;
  readonly durationSeconds: number;
  /** Signed, relative to the window's origin. */
  readonly url: string;
  readonly timeline: CallTimeline;
};

/** What has become of the sound of what is loaded. */
export type PlaybackState =
  | { readonly state: 'paused' }
  | { readonly state: 'playing' }
  | { readonly state: 'failed'; readonly error: PlaybackError };

export type PlayerState = PlayerPreferences & {
  readonly source: PlayerSource | null;
  readonly playback: PlaybackState;
  /** Where in the recording it stands. */
  readonly seconds: number;
  /** True once it has been played: it then stays at hand in every view. */
  readonly hasPlayed: boolean;
  readonly muted: Readonly<Record<Speaker, boolean>>;
};

/** The one player of the window; player.ts changes it. */
export const usePlayerStore = create<PlayerState>(() => ({
  ...readPlayerPreferences(),
  source: null,
  playback: { state: 'paused' },
  seconds: 0,
  hasPlayed: false,
  muted: { agent: false, user: false },
}));

/** Where the player stands in this call; null where another one is loaded, or none. */
export function usePlayerSeconds(callId: string): number | null {
  return usePlayerStore(({ source, seconds }) => (source?.callId === callId ? seconds : null));
}
