import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { usePlayer } from './player-store.ts';

const DockedPlayer = lazy(async () => ({ default: (await import('./docked-player.tsx')).DockedPlayer }));

/**
 * The player at the foot of the frame, once something has been played. In the view of that very call it would only repeat
 * what is there in full, so it waits until the view is left.
 */
export function PlayerDock() {
  const callId = usePlayer(({ source, isStarted }) => (isStarted ? source?.callId : undefined));
  const shown = useMatches({ select: (matches) => matches.some(({ params }) => callId === Object(params).callId) });
  if (callId === undefined || shown) return null;
  return (
    <Suspense>
      <DockedPlayer />
    </Suspense>
  );
}
