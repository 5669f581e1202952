import { lazy, Suspense, useEffect, useState } from 'react';
import { useRestoreSource } from '../../features/backups/restore-store.ts';
import { closeOverlay, useOverlay } from '../../data/overlay-store.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { ConnectDialog, DiagnosticsDialog, RestoreDialog } from '../lazy-dialogs.ts';

const loadPalette = () => retryWhenReachable(() => import('../palette/palette.tsx'));
const loadShortcutsDialog = () => retryWhenReachable(() => import('../commands/shortcuts-dialog.tsx'));

const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const ShortcutsDialog = lazy(async () => ({ default: (await loadShortcutsDialog()).ShortcutsDialog }));

const NewWorkspaceDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('../../features/workspaces/new-workspace-dialog.tsx')))
    .NewWorkspaceDialog,
}));
const AddCallsDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('../../features/calls/list/add-calls-dialog.tsx'))).AddCallsDialog,
}));
const AddDocumentsDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('../../features/knowledge/add-documents-dialog.tsx')))
    .AddDocumentsDialog,
}));
const BackUpDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('../../features/backups/back-up-dialog.tsx'))).BackUpDialog,
}));

/** The palette and the dialogs that commands open. Their code is loaded while the window is idle. */
export function CommandOverlays() {
  const open = useOverlay((state) => state.open);
  const restoreSource = useRestoreSource((state) => state.source);
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
      {open === 'add-calls-by-id' && <AddCallsDialog onClose={closeOverlay} />}
      {open === 'add-documents-by-id' && <AddDocumentsDialog onClose={closeOverlay} />}
      {open === 'new-workspace' && <NewWorkspaceDialog onClose={closeOverlay} />}
      {open === 'connect-workspace' && <ConnectDialog onClose={closeOverlay} />}
      {open === 'back-up' && <BackUpDialog onClose={closeOverlay} />}
      {open === 'restore-backup' && <RestoreDialog source={restoreSource} onClose={closeOverlay} />}
      {open === 'diagnostics' && <DiagnosticsDialog onClose={closeOverlay} />}
    </Suspense>
  );
}
