import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { Unplug } from 'lucide-react';
import { lazyComponent } from '../data/lazy-component.ts';
import { sessionQuery } from '../data/session/session-query.ts';
import { SettingsIssueBanner } from '../features/settings/public.ts';
import { NotifiedWorkspace } from '../features/workspaces/public.ts';
import { formatError } from '../format/format-error.ts';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { Logo } from '../ui/page/logo.tsx';
import { useConnection } from '../data/service-connection.ts';
import { Banner } from '../ui/feedback/banner.tsx';
import { useLoadedSettings } from '../data/settings-query.ts';
import { useMediaQuery } from '../ui/page/use-media-query.ts';
import { Frame } from './frame/frame.tsx';
import { forgetSavedFrame, readSavedFrame, type SavedFrame } from './frame/saved-frame.ts';
import { useContentFocus } from './use-content-focus.ts';
import { narrowWindow } from './frame/use-sidebar-state.ts';
import { SidebarLayout } from './frame/sidebar.tsx';
import { TitleBar } from './frame/title-bar.tsx';

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

const messages = {
  lost: 'Switchboard has stopped or cannot be reached. Everything that was saved is kept. Start it again to continue.',
  signed_out:
    'Switchboard was started again. In this browser, open the URL that it printed. Then this window continues, too.',
} as const;

/** The only message about a service that cannot be reached, over all views. */
function ConnectionBanner() {
  const { connection } = useConnection();
  if (connection !== 'lost' && connection !== 'signed_out') return null;
  return (
    <Banner label="Connection" tone="bad" icon={Unplug}>
      {messages[connection]}
    </Banner>
  );
}

/**
 * Applies theme, text size, density and spell checking to the root element, and saves the first three in localStorage for the
 * first paint of the next start.
 */
function useAppearance(): void {
  const settings = useLoadedSettings();
  useRootAttribute('theme', settings?.theme, 'system');
  useRootAttribute('textSize', settings?.text_size, 'standard');
  useRootAttribute('density', settings?.density, 'comfortable');
  const spelling = settings?.spelling;
  useEffect(() => {
    document.documentElement.spellcheck = spelling !== 'off'; // fields for names and codes have an attribute of their own
  }, [spelling]);
}

function useRootAttribute(
  name: 'theme' | 'textSize' | 'density',
  value: string | undefined,
  defaultValue: string,
): void {
  useEffect(() => {
    if (value === undefined) return;
    if (value === defaultValue) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
    localStorage.setItem(`switchboard.${name}`, value);
  }, [name, value, defaultValue]);
}

/** The frame without data, as it was last shown, until the service has answered. Its links work. */
function OpeningFrame({ sidebar }: { readonly sidebar: SavedFrame }) {
  const isWindowNarrow = useMediaQuery(narrowWindow);
  const isCollapsed = isWindowNarrow || sidebar === 'collapsed';
  useLayoutEffect(() => returnFocusToLink, []);
  const name = (
    <div className={isCollapsed ? 'mx-1.5 size-6 rounded-control bg-well' : 'mx-2 h-2.5 w-28 rounded-full bg-well'} />
  );
  return (
    <div className="flex h-full">
      <SidebarLayout isCollapsed={isCollapsed} header={name} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TitleBar />
        <main aria-busy="true" className="min-h-0 flex-1">
          <p role="status" className="sr-only">
            Opening…
          </p>
        </main>
      </div>
    </div>
  );
}

/** The link that has the focus is replaced by the one of the frame. */
function returnFocusToLink(): void {
  const address = document.activeElement?.getAttribute('href');
  if (!address) return;
  const isSame = (link: Element) => link.getAttribute('href') === address;
  requestAnimationFrame(() => [...document.querySelectorAll<HTMLElement>('nav a')].find(isSame)?.focus());
}
