import { lazy, Suspense, useEffect, useState } from 'react';
import { closeOverlay, useOverlay } from '../commands/overlay-store.ts';

const loadPalette = () => import('../palette/palette.tsx');
const loadShortcutsDialog = () => import('../commands/shortcuts-dialog.tsx');

const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const ShortcutsDialog = lazy(async () => ({ default: (await loadShortcutsDialog()).ShortcutsDialog }));

const NewWorkspaceDialog = lazy(async () => ({
  default: (await import('../workspaces/new-workspace-dialog.tsx')).NewWorkspaceDialog,
}));

/** The palette and the dialogs that commands open. Their code is loaded while the window is idle. */
export function CommandOverlays() {
  const open = useOverlay((state) => state.open);
  useEffect(() => {
    const idle = requestIdleCallback(() => void Promise.all([loadPalette(), loadShortcutsDialog()]));
    return () => cancelIdleCallback(idle);
  }, []);
  // The palette stays mounted, so that it can fade out and restore the focus before the chosen command runs.
  const [hasOpenedPalette, setHasOpenedPalette] = useState(false);
  if (open === 'palette' && !hasOpenedPalette) setHasOpenedPalette(true);
  return (
    <Suspense>
      {hasOpenedPalette && <Palette isOpen={open === 'palette'} />}
      {open === 'shortcuts' && <ShortcutsDialog />}
      {open === 'new-workspace' && <NewWorkspaceDialog onClose={closeOverlay} />}
    </Suspense>
  );
}
