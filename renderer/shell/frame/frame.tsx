import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useOpenBackup } from '../../features/backups/public.ts';
import { bridge } from '../../data/bridge.ts';
import type { Feature, OutboxEditors } from '../../data/feature.ts';
import { OutboxEditorContext } from '../../features/outbox/public.ts';
import { features } from '../features.ts';
import { PlayerDock } from '../../features/recordings/public.ts';
import { CommandProvider } from '../../ui/commands/command-context.tsx';
import { useCommandShortcuts } from '../commands/use-command-shortcuts.ts';
import { useWindowCommands } from '../commands/use-window-commands.ts';
import { LazyFileDropZone } from '../file-drop/lazy-file-drop-zone.tsx';
import { LazyUploadPanel, useKeptUploads, useUnfinishedUploadGuard } from '../../features/knowledge/public.ts';
import { useFileDrop } from '../file-drop/use-file-drop.ts';
import { useOpenedItems } from '../use-opened-items.ts';
import { useReportInput } from '../window-lock/use-report-input.ts';
import { ApiKeyBanner, LazySyncPanel } from '../../features/sync/public.ts';
import { preloadNotifications } from '../notifications/notify.ts';
import { CommandOverlays } from './command-overlays.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { PaletteButton } from './palette-button.tsx';
import { ReadOnlyBanner } from '../../features/workspaces/public.ts';
import { useSavedFrame } from './saved-frame.ts';
import { ServiceStatus } from './service-status.tsx';
import { Sidebar } from './sidebar.tsx';
import { TitleBar } from './title-bar.tsx';

const outboxEditors: OutboxEditors = Object.fromEntries(
  features.flatMap(({ outboxEditors: editors = {} }: Feature) => Object.entries(editors)),
);

/** The layout around every view: sidebar, title bar, upload panel and player. */
export function Frame() {
  const navigate = useNavigate();
  const openBackup = useOpenBackup();
  const showKnowledge = useCallback(() => void navigate({ to: '/knowledge', search: true }), [navigate]);
  const drop = useFileDrop(showKnowledge, openBackup);
  const commands = useWindowCommands();
  useCommandShortcuts(commands);
  useKeptUploads();
  useUnfinishedUploadGuard();
  usePreload();
  useOpenedItems(drop.addFiles, openBackup);
  useReportInput();
  useSavedFrame();
  return (
    <CommandProvider value={commands}>
      <OutboxEditorContext value={outboxEditors}>
        <div role="presentation" {...drop.rootProps} className="relative flex h-full outline-none">
          <a
            href="#content"
            onClick={(event) => {
              event.preventDefault(); // the router uses the hash
              document.querySelector<HTMLElement>('#content')?.focus();
            }}
            className="fixed -top-12 left-2 z-50 rounded-control bg-accent px-3 py-1.5 text-on-accent focus:top-2"
          >
            Skip to content
          </a>
          <Sidebar />
          <div className="flex min-w-0 flex-1 flex-col">
            <TitleBar>
              <PaletteButton />
              <ServiceStatus />
            </TitleBar>
            <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
              <DemoBanner />
              <ReadOnlyBanner />
              <ApiKeyBanner />
              <div className="relative min-h-0 flex-1">
                <Outlet />
                <LazySyncPanel />
              </div>
              <LazyFileDropZone {...drop.zoneProps} />
            </main>
            <LazyUploadPanel />
            <PlayerDock />
          </div>
        </div>
        <CommandOverlays />
      </OutboxEditorContext>
    </CommandProvider>
  );
}

/**
 * Preloads the calls view, which is the largest, while the window is idle. In the browser host, which cannot deliver code while
 * it is stopped, also the other code that the window needs without a decision of the user.
 */
function usePreload(): void {
  const router = useRouter();
  useEffect(() => {
    const preload = async () => {
      await router.preloadRoute({ to: '/calls' });
      if (bridge.host === 'electron') return;
      for (const { options } of Object.values(router.routesById)) await options.component?.preload?.();
      await Promise.all([
        ...features.map(({ preload: preloadFeature }: Feature) => preloadFeature?.()),
        preloadNotifications(),
      ]);
    };
    const idle = requestIdleCallback(() => void preload().catch(() => undefined)); // it is loaded when it is needed
    return () => cancelIdleCallback(idle);
  }, [router]);
}
