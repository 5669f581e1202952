import { lazy, Suspense, useState, type ReactNode } from 'react';
import { countUnfinishedUploads, uploads } from '../knowledge/uploads.ts';
import { retryWhenReachable } from '../live/live-events.ts';
import { showRequestError } from '../live/show-request-error.ts';

const StopUploadsDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('./stop-uploads-dialog.tsx'))).StopUploadsDialog,
}));

type WorkspaceChange = () => Promise<void>;

/**
 * Returns a function that changes the workspace, after a confirmation if uploads are running. The caller must render
 * `confirmDialog`.
 */
export function useSwitchWorkspace(): {
  readonly switchTo: (change: WorkspaceChange) => void;
  readonly confirmDialog: ReactNode;
} {
  const [pending, setPending] = useState<WorkspaceChange | null>(null);
  const run = (change: WorkspaceChange) =>
    change().catch((error: unknown) => showRequestError('The workspace could not be opened', error));
  const unfinishedCount = countUnfinishedUploads(uploads.store.getState().items);
  return {
    switchTo: (change) => {
      if (countUnfinishedUploads(uploads.store.getState().items) > 0) setPending(() => change);
      else void run(change);
    },
    confirmDialog: pending && (
      <Suspense>
        <StopUploadsDialog
          unfinishedCount={unfinishedCount}
          onConfirm={() => run(pending)}
          onClose={() => setPending(null)}
        />
      </Suspense>
    ),
  };
}
