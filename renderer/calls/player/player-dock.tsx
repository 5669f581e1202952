import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { usePlayerStore } from './player-store.ts';

const DockedPlayer = lazy(async () => ({ default: (await import('./docked-player.tsx')).DockedPlayer }));

/**
 * The player at the foot of the frame, once something has been played. In the view of that very call it would only repeat
 * what is there in full, so it waits until the view is left. With the frame, which stands for a workspace, it ends.
 */
export function PlayerDock() {
  const callId = usePlayerStore(({ source, hasPlayed }) => (hasPlayed ? source?.callId : undefined));
  const isShownInFull = useMatches({
    select: (matches) => matches.some(({ params }) => 'callId' in params && params.callId === callId),
  });
  useEffect(() => () => void closeLoadedPlayer(), []);
  if (callId === undefined || isShownInFull) return null;
  return (
    <Suspense>
      <DockedPlayer />
    </Suspense>
  );
}

async function closeLoadedPlayer(): Promise<void> {
  if (!usePlayerStore.getState().source) return;
  const { closePlayer } = await import('./player.ts');
  closePlayer();
}
