import { create } from 'zustand';
import type { Speaker, Timeline } from '../../../shared/calls.ts';
import { readPlayerChoices, type PlayerChoices } from './player-choices.ts';
import type { SoundFault } from './sound-failure.ts';

/** A call as the player needs it. */
export type PlayerSource = {
  readonly callId: string;
  readonly agentName: string;
  readonly recipientNumber: string;
  readonly durationSeconds: number;
  /** Signed, relative to the window's origin. */
  readonly url: string;
  readonly timeline: Timeline;
};

/** What has become of the sound of what is loaded. */
export type Sound =
  | { readonly state: 'paused' }
  | { readonly state: 'playing' }
  | { readonly state: 'failed'; readonly fault: SoundFault };

export type PlayerState = PlayerChoices & {
  readonly source: PlayerSource | null;
  readonly sound: Sound;
  /** Where in the recording it stands. */
  readonly seconds: number;
  /** True once it has been played: it then stays at hand in every view. */
  readonly isStarted: boolean;
  readonly muted: Readonly<Record<Speaker, boolean>>;
};

/** The one player of the window; player.ts changes it. */
export const usePlayer = create<PlayerState>(() => ({
  ...readPlayerChoices(),
  source: null,
  sound: { state: 'paused' },
  seconds: 0,
  isStarted: false,
  muted: { agent: false, user: false },
}));

/** Where the player stands in this call; null where another one is loaded, or none. */
export function useSecondsIn(callId: string): number | null {
  return usePlayer(({ source, seconds }) => (source?.callId === callId ? seconds : null));
}
