import { lazy, Suspense, useState, type ReactNode } from 'react';
import { formatError } from '../format/format-error.ts';
import { countUnfinishedUploads, uploads } from '../knowledge/uploads.ts';
import { showErrorToast } from '../ui/toasts.tsx';

const StopUploadsDialog = lazy(async () => ({
  default: (await import('./stop-uploads-dialog.tsx')).StopUploadsDialog,
}));

type WorkspaceChange = () => Promise<void>;

/** Runs a change of workspace, after asking where uploads would be stopped by it. `question` is to be rendered. */
export function useSwitchWorkspace(): {
  readonly switchTo: (change: WorkspaceChange) => void;
  readonly confirmDialog: ReactNode;
} {
  const [pending, setPending] = useState<WorkspaceChange | null>(null);
  const run = (change: WorkspaceChange) =>
    change().catch((error: unknown) => showErrorToast('The workspace was not opened', formatError(error)));
  const unfinished = countUnfinishedUploads(uploads.store.getState().items);
  return {
    switchTo: (change) => {
      if (countUnfinishedUploads(uploads.store.getState().items) > 0) setPending(() => change);
      else void run(change);
    },
    confirmDialog: pending && (
      <Suspense>
        <StopUploadsDialog
          unfinishedCount={unfinished}
          onConfirm={() => run(pending)}
          onClose={() => setPending(null)}
        />
      </Suspense>
    ),
  };
}
