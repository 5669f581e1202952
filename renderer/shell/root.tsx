import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { lazyComponent } from '../data/lazy-component.ts';
import { sessionQuery } from '../data/session/session-query.ts';
import { SettingsIssueBanner } from '../features/settings/public.ts';
import { NotifiedWorkspace } from '../features/workspaces/public.ts';
import { formatError } from '../format/format-error.ts';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { Logo } from '../ui/page/logo.tsx';
import { ConnectionBanner } from './frame/connection-banner.tsx';
import { Frame } from './frame/frame.tsx';
import { OpeningFrame } from './frame/opening-frame.tsx';
import { forgetSavedFrame, readSavedFrame } from './frame/saved-frame.ts';
import { useAppearance } from './use-appearance.ts';
import { useContentFocus } from './use-content-focus.ts';

const FirstRun = lazyComponent(async () => (await import('./first-run.tsx')).FirstRun);

/** What is around every view. */
export function Root() {
  useAppearance();
  return (
    <div className="flex h-full flex-col">
      <ConnectionBanner />
      <SettingsIssueBanner />
      <div className="min-h-0 flex-1">
        <Content />
      </div>
      <NotifiedWorkspace />
    </div>
  );
}

/**
 * Shows the first run until a workspace is open, then the frame with the current view. Before that is known, shows the frame as
 * it was last, or else the logo.
 */
function Content() {
  const session = useQuery(sessionQuery);
  useContentFocus(session.data && (session.data.workspace?.workspace_id ?? null));
  const hasNoWorkspace = session.data?.workspace === null;
  useEffect(() => {
    if (hasNoWorkspace) forgetSavedFrame();
  }, [hasNoWorkspace]);
  if (session.data?.workspace) return <Frame key={session.data.workspace.workspace_id} />;
  if (session.data)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <FirstRun />
      </Suspense>
    );
  if (session.isError)
    return (
      <main className="h-full">
        <ErrorState
          title="The service is not responding"
          detail={formatError(session.error)}
          onRetry={() => void session.refetch()}
        />
      </main>
    );
  const savedFrame = readSavedFrame();
  return savedFrame ? <OpeningFrame sidebar={savedFrame} /> : <LoadingScreen />;
}

function LoadingScreen() {
  return (
    <main aria-busy="true" className="fade-in-delayed flex h-full flex-col items-center justify-center gap-3">
      <Logo className="size-11" />
      <h1 className="sr-only">Switchboard</h1>
      <p role="status" className="text-small text-muted">
        Opening…
      </p>
    </main>
  );
}
