import { Suspense, useState, type ReactNode } from 'react';
import type { UnfinishedWork } from '../../data/feature.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { findUnfinishedWork } from '../../data/session/workspace-parts.ts';
import { showRequestError } from '../../data/show-request-error.ts';

const StopWorkDialog = lazyComponent(async () => (await import('./stop-work-dialog.tsx')).StopWorkDialog);

type WorkspaceChange = () => Promise<void>;

/** `end` resolves the promise of `switchTo`. */
type PendingChange = { readonly work: UnfinishedWork; readonly run: WorkspaceChange; readonly end: () => void };

/**
 * Returns a function that changes the workspace, after a confirmation if work is unfinished. It resolves when the workspace has
 * changed, or when the user cancels. The caller must render `confirmDialog`.
 */
export function useSwitchWorkspace({ confirmLabel = 'Stop and switch' } = {}): {
  readonly switchTo: (change: WorkspaceChange) => Promise<void>;
  readonly confirmDialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingChange | null>(null);
  return {
    switchTo: (change) => {
      const work = findUnfinishedWork();
      if (work === null) return run(change);
      return new Promise((resolve) => setPending({ work, run: change, end: resolve }));
    },
    confirmDialog: pending && (
      <Suspense>
        <StopWorkDialog
          work={pending.work}
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
