import { lazy, Suspense, useState, type ReactNode } from 'react';
import { countUnfinishedUploads, uploads } from '../knowledge/uploads.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { showRequestError } from '../../data/show-request-error.ts';

const StopUploadsDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('./stop-uploads-dialog.tsx'))).StopUploadsDialog,
}));

type WorkspaceChange = () => Promise<void>;

/** `end` resolves the promise of `switchTo`. */
type PendingChange = { readonly run: WorkspaceChange; readonly end: () => void };

/**
 * Returns a function that changes the workspace, after a confirmation if uploads are running. It resolves when the workspace has
 * changed, or when the user cancels. The caller must render `confirmDialog`.
 */
export function useSwitchWorkspace({ confirmLabel = 'Stop and switch' } = {}): {
  readonly switchTo: (change: WorkspaceChange) => Promise<void>;
  readonly confirmDialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingChange | null>(null);
  const unfinishedCount = countUnfinishedUploads(uploads.store.getState().items);
  return {
    switchTo: (change) => {
      if (countUnfinishedUploads(uploads.store.getState().items) === 0) return run(change);
      return new Promise((resolve) => setPending({ run: change, end: resolve }));
    },
    confirmDialog: pending && (
      <Suspense>
        <StopUploadsDialog
          unfinishedCount={unfinishedCount}
          confirmLabel={confirmLabel}
          onConfirm={() => run(pending.run).finally(pending.end)}
          onClose={() => {
            setPending(null);
            pending.end();
          }}
        />
      </Suspense>
    ),
  };
}

function run(change: WorkspaceChange): Promise<void> {
  return change().catch((error: unknown) => showRequestError('The workspace could not be opened', error));
}
