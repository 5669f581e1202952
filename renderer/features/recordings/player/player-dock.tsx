import { useMatches } from '@tanstack/react-router';
import { lazyComponent } from '../../../data/lazy-component.ts';
import { Suspense, useEffect } from 'react';
import { usePlayerStore } from './player-store.ts';

const DockedPlayer = lazyComponent(async () => (await import('./docked-player.tsx')).DockedPlayer);

/**
 * Shows the player at the bottom of the window once a call has been played. It is hidden in the view of that call, which
 * has its own controls. The player closes when the frame unmounts, which happens when the workspace changes.
 */
export function PlayerDock() {
  const callId = usePlayerStore(({ source, hasPlayed }) => (hasPlayed ? source?.callId : undefined));
  const isInCallView = useMatches({
    select: (matches) => matches.some(({ params }) => 'callId' in params && params.callId === callId),
  });
  useEffect(() => () => void closeLoadedPlayer(), []);
  if (callId === undefined || isInCallView) return null;
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
