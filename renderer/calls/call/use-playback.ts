import { useCallback, useEffect, useMemo } from 'react';
import type { CallDetails, Timeline } from '../../../shared/calls.ts';
import { loadCall, play, seek, togglePlay } from '../player/player.ts';
import { usePlayer, type PlayerSource } from '../player/player-store.ts';
import { measureSeconds, toPlayerSource } from './player-source.ts';

export type Playback = {
  readonly source: PlayerSource | null;
  readonly durationSeconds: number;
  /** Where it will begin while another call is heard. */
  readonly waitingSeconds: number;
  /** Where this call stands. */
  readonly readSeconds: () => number;
  /** To a moment; another call that is heard gives way, and this one is heard instead. */
  readonly moveTo: (seconds: number) => void;
  readonly hearFrom: (seconds: number) => void;
  readonly toggle: () => void;
};

/** This call and the window's one player: it is loaded at once, but never while another one is heard. */
export function usePlayback(details: CallDetails, timeline: Timeline, atSeconds: number | undefined): Playback {
  const source = useMemo(() => toPlayerSource(details, timeline), [details, timeline]);
  const durationSeconds = measureSeconds(details, timeline);
  const waitingSeconds = Math.min(durationSeconds, Math.max(0, atSeconds ?? 0));
  const callId = details.call_id;
  useEffect(() => {
    if (!source) return;
    const { source: loaded, sound } = usePlayer.getState();
    if (sound.state !== 'playing' || loaded?.callId === source.callId) loadCall(source);
  }, [source]);
  const canLoad = source !== null;
  useEffect(() => {
    if (canLoad && atSeconds !== undefined && isLoaded(callId)) seek(atSeconds);
  }, [callId, canLoad, atSeconds]);

  const moveTo = useCallback(
    (seconds: number) => {
      if (!source) return;
      const isOther = !isLoaded(source.callId);
      loadCall(source, seconds);
      if (isOther) play();
    },
    [source],
  );
  const hearFrom = useCallback(
    (seconds: number) => {
      if (!source) return;
      loadCall(source, seconds);
      play();
    },
    [source],
  );
  const toggle = useCallback(() => {
    if (source && isLoaded(source.callId)) togglePlay();
    else hearFrom(waitingSeconds);
  }, [source, hearFrom, waitingSeconds]);
  const readSeconds = useCallback(
    () => (isLoaded(callId) ? usePlayer.getState().seconds : waitingSeconds),
    [callId, waitingSeconds],
  );
  return { source, durationSeconds, waitingSeconds, readSeconds, moveTo, hearFrom, toggle };
}

function isLoaded(callId: string): boolean {
  return usePlayer.getState().source?.callId === callId;
}
