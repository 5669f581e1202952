import { create } from 'zustand';
import type { Speaker, CallTimeline } from '../../../../shared/calls/calls.ts';
import { readPlayerPreferences, type PlayerPreferences } from './player-preferences.ts';
import type { PlaybackError } from './playback-error.ts';

export type PlayerSource = {
  readonly callId: string;
  readonly agentName: string;
  /** Name and number, as shown. */
  readonly recipient: string;
  readonly practice: boolean;
  readonly durationSeconds: number;
  /** Signed, relative to the window's origin. */
  readonly url: string;
  /** Requests another URL after this one has expired; null if the call has no recording any more. */
  readonly renewUrl: () => Promise<string | null>;
  readonly timeline: CallTimeline;
};

export type PlaybackState =
  | { readonly state: 'paused' }
  | { readonly state: 'playing' }
  | { readonly state: 'failed'; readonly error: PlaybackError };

export type PlayerState = PlayerPreferences & {
  readonly source: PlayerSource | null;
  readonly playback: PlaybackState;
  /** The position in the recording. */
  readonly seconds: number;
  /** True once the call has been played: the player then stays visible in every view. */
  readonly hasPlayed: boolean;
  readonly muted: Readonly<Record<Speaker, boolean>>;
  /** True after the URL was renewed, until a recording loads. Prevents a second automatic renewal. */
  readonly hasRenewedUrl: boolean;
};

/** The state of the window's only player. Only player.ts and recover-playback.ts change it. */
export const usePlayerStore = create<PlayerState>(() => ({
  ...readPlayerPreferences(),
  source: null,
  playback: { state: 'paused' },
  seconds: 0,
  hasPlayed: false,
  muted: { agent: false, user: false },
  hasRenewedUrl: false,
}));

/** Returns the position in this call; null if it is not loaded. */
export function usePlayerSeconds(callId: string): number | null {
  return usePlayerStore(({ source, seconds }) => (source?.callId === callId ? seconds : null));
}
