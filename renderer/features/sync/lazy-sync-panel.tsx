import { Suspense } from 'react';
import { lazyComponent } from '../../data/lazy-component.ts';
import { useSyncPanel } from '../../data/sync-panel-store.ts';
import { useIsLinked } from '../../data/session/session-query.ts';

const SyncPanel = lazyComponent(async () => (await import('./sync-panel.tsx')).SyncPanel);

/** Loads the panel of the sync status when it is opened. */
export function LazySyncPanel() {
  const isLinked = useIsLinked();
  const isOpen = useSyncPanel((state) => state.isOpen);
  if (!isLinked || !isOpen) return null;
  return (
    <Suspense>
      <SyncPanel />
    </Suspense>
  );
}
