import { lazy, Suspense, useEffect, useState } from 'react';
import { closeOverlay, useOverlay } from '../commands/overlay-store.ts';

const loadPalette = () => import('../palette/palette.tsx');
const loadShortcutsDialog = () => import('../commands/shortcuts-dialog.tsx');

const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const ShortcutsDialog = lazy(async () => ({ default: (await loadShortcutsDialog()).ShortcutsDialog }));

const NewWorkspaceDialog = lazy(async () => ({
  default: (await import('../workspaces/new-workspace-dialog.tsx')).NewWorkspaceDialog,
}));

/** The palette, the sheet of shortcuts and what commands ask, which the window does without until it is asked for them. */
export function CommandOverlays() {
  const open = useOverlay((state) => state.open);
  useEffect(() => {
    const idle = requestIdleCallback(() => void Promise.all([loadPalette(), loadShortcutsDialog()]));
    return () => cancelIdleCallback(idle);
  }, []);
  // It stays, so that it can fade and give back the focus before what was chosen is run.
  const [isPaletteUsed, setPaletteUsed] = useState(false);
  if (open === 'palette' && !isPaletteUsed) setPaletteUsed(true);
  return (
    <Suspense>
      {isPaletteUsed && <Palette isOpen={open === 'palette'} />}
      {open === 'shortcuts' && <ShortcutsDialog />}
      {open === 'new-workspace' && <NewWorkspaceDialog onClose={closeOverlay} />}
    </Suspense>
  );
}
