import { useCallback, useEffect, useMemo } from 'react';
import type { CallDetails, CallTimeline } from '../../../shared/calls.ts';
import { loadCall, play, seek, togglePlay } from '../player/player.ts';
import { usePlayerStore, type PlayerSource } from '../player/player-store.ts';
import { getRecordingSeconds, toPlayerSource } from './player-source.ts';

export type CallPlayback = {
  readonly source: PlayerSource | null;
  readonly durationSeconds: number;
  /** Where it will begin while another call is heard. */
  readonly initialSeconds: number;
  /** Where this call stands. */
  readonly getCurrentSeconds: () => number;
  /** To a moment; another call that is heard gives way, and this one is heard instead. */
  readonly seekTo: (seconds: number) => void;
  readonly playFrom: (seconds: number) => void;
  readonly togglePlay: () => void;
};

/** This call and the window's one player: it is loaded at once, but never while another one is heard. */
export function useCallPlayback(
  details: CallDetails,
  timeline: CallTimeline,
  atSeconds: number | undefined,
): CallPlayback {
  const source = useMemo(() => toPlayerSource(details, timeline), [details, timeline]);
  const durationSeconds = getRecordingSeconds(details, timeline);
  const initialSeconds = Math.min(durationSeconds, Math.max(0, atSeconds ?? 0));
  const callId = details.call_id;
  useEffect(() => {
    if (!source) return;
    const { source: loaded, playback } = usePlayerStore.getState();
    if (playback.state !== 'playing' || loaded?.callId === source.callId) loadCall(source);
  }, [source]);
  const canLoad = source !== null;
  useEffect(() => {
    if (canLoad && atSeconds !== undefined && isLoaded(callId)) seek(atSeconds);
  }, [callId, canLoad, atSeconds]);

  const seekTo = useCallback(
    (seconds: number) => {
      if (!source) return;
      const isOther = !isLoaded(source.callId);
      loadCall(source, seconds);
      if (isOther) play();
    },
    [source],
  );
  const playFrom = useCallback(
    (seconds: number) => {
      if (!source) return;
      loadCall(source, seconds);
      play();
    },
    [source],
  );
  const toggle = useCallback(() => {
    if (source && isLoaded(source.callId)) togglePlay();
    else playFrom(initialSeconds);
  }, [source, playFrom, initialSeconds]);
  const getCurrentSeconds = useCallback(
    () => (isLoaded(callId) ? usePlayerStore.getState().seconds : initialSeconds),
    [callId, initialSeconds],
  );
  return {
    source,
    durationSeconds,
    initialSeconds: initialSeconds,
    getCurrentSeconds: getCurrentSeconds,
    seekTo: seekTo,
    playFrom: playFrom,
    togglePlay: toggle,
  };
}

function isLoaded(callId: string): boolean {
  return usePlayerStore.getState().source?.callId === callId;
}
