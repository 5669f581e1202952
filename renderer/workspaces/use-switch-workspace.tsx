import { lazy, Suspense, useState, type ReactNode } from 'react';
import { tellError } from '../format/tell-error.ts';
import { countUnfinished, uploads } from '../knowledge/uploads.ts';
import { tellFailure } from '../ui/toasts.tsx';

const LeaveUploadsConfirm = lazy(async () => ({
  default: (await import('./leave-uploads-confirm.tsx')).LeaveUploadsConfirm,
}));

type Switch = () => Promise<void>;

/** Runs a change of workspace, after asking where uploads would be stopped by it. `question` is to be rendered. */
export function useSwitchWorkspace(): { readonly switchTo: (change: Switch) => void; readonly question: ReactNode } {
  const [pending, setPending] = useState<Switch | null>(null);
  const run = (change: Switch) =>
    change().catch((error: unknown) => tellFailure('The workspace was not opened', tellError(error)));
  const unfinished = countUnfinished(uploads.store.getState().items);
  return {
    switchTo: (change) => {
      if (countUnfinished(uploads.store.getState().items) > 0) setPending(() => change);
      else void run(change);
    },
    question: pending && (
      <Suspense>
        <LeaveUploadsConfirm unfinished={unfinished} onLeave={() => run(pending)} onClose={() => setPending(null)} />
      </Suspense>
    ),
  };
}
