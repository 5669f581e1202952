import { useCallback, useState } from 'react';
import { isCallEnded } from '../../../../shared/calls/call-status.ts';
import type { CallDetails, CallTimeline } from '../../../../shared/calls/calls.ts';
import { findTurnAt, usePlayerStore } from '../../recordings/public.ts';
import type { CallPlayback } from './use-call-playback.ts';

export type CurrentTurn = ReturnType<typeof useCurrentTurn>;

/** Returns the turn of a call that is played, was selected or is the last one of a live call, and whether the transcript follows it. */
export function useCurrentTurn(
  { call_id, status }: CallDetails,
  { turns }: CallTimeline,
  { source, initialSeconds, playFrom }: CallPlayback,
) {
  const isLive = !isCallEnded(status);
  const canPlay = source !== null;
  const playedIndex = usePlayerStore(({ source: loaded, seconds }) =>
    findTurnAt(turns, loaded?.callId === call_id ? seconds : initialSeconds),
  );
  const [selectedIndex, selectTurn] = useState<number | null>(null);
  const [isFollowing, setFollowing] = useState(true);
  const playTurn = useCallback(
    (index: number) => {
      selectTurn(canPlay ? null : index);
      setFollowing(true);
      playFrom(turns[index]?.start_seconds ?? 0);
    },
    [turns, canPlay, playFrom],
  );
  return {
    currentIndex: isLive ? turns.length - 1 : canPlay ? playedIndex : (selectedIndex ?? playedIndex),
    selectedIndex,
    selectTurn,
    isFollowing,
    setFollowing,
    playTurn,
  };
}
