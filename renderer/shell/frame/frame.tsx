import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { FlaskConical, Search } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useOpenBackup } from '../../features/backups/public.ts';
import { bridge, isMac } from '../../data/bridge.ts';
import type { Feature, OutboxEditors } from '../../data/feature.ts';
import { OutboxEditorContext } from '../../features/outbox/public.ts';
import { MemberBanner } from '../../features/organizations/public.ts';
import { PlayerDock } from '../../features/recordings/public.ts';
import { CommandProvider, useCommand } from '../../ui/commands/command-context.tsx';
import { LazyUploadPanel, useKeptUploads, useUnfinishedUploadGuard } from '../../features/knowledge/public.ts';
import { ConnectionBanner, LazySyncPanel, SyncChip } from '../../features/sync/public.ts';
import { ReadOnlyBanner } from '../../features/workspaces/public.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { useServiceUnreachable } from '../../data/service-connection.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { isShortcut, splitSequence, toAriaKeys } from '../../ui/commands/shortcut.ts';
import { Kbd } from '../../ui/buttons/kbd.tsx';
import { app } from '../../data/service-clients.ts';
import { windowLockQuery } from '../../features/window-lock/public.ts';
import type { Command } from '../../ui/commands/command.ts';
import { clearSequence, getPendingKey, startSequence } from '../../ui/commands/key-sequence.ts';
import { isDialogOpen, isTextInput } from '../../ui/commands/key-target.ts';
import { useOverlay } from '../../data/overlay-store.ts';
import { features } from '../features.ts';
import { useWindowCommands } from '../commands/use-window-commands.ts';
import { LazyFileDropZone } from '../file-drop/lazy-file-drop-zone.tsx';
import { useFileDrop } from '../file-drop/use-file-drop.ts';
import { useOpenedItems } from '../use-opened-items.ts';
import { preloadNotifications } from '../notifications/notify.ts';
import { CommandOverlays } from './command-overlays.tsx';
import { useSavedFrame } from './saved-frame.ts';
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
              <MemberBanner />
              <ConnectionBanner />
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

/** Marks the demo workspace. */
function DemoBanner() {
  const { workspace } = useSession();
  if (workspace?.kind !== 'demo') return null;
  return (
    <Banner label="Demo workspace" tone="warn" icon={FlaskConical}>
      <span className="font-medium">Demo workspace.</span> All data is fictional and stays on this computer.
    </Banner>
  );
}

/** Shows the sync status of a linked workspace and the kind of any other, unless the banner shows that the service cannot be reached. */
function ServiceStatus() {
  const { workspace } = useSession();
  const isUnreachable = useServiceUnreachable();
  const isDemo = workspace?.kind === 'demo';
  if (isUnreachable) return null;
  if (workspace?.kind === 'linked') return <SyncChip />;
  return (
    <span role="status" className="flex items-center gap-1.5 text-small text-muted">
      <span
        aria-hidden="true"
        className={classNames('size-2 rounded-full forced-color-adjust-none', isDemo ? 'bg-warn' : 'bg-good')}
      />
      {isDemo ? 'Demo' : 'Local'}
    </span>
  );
}

/** A button in the shape of a search field that opens the palette. */
function PaletteButton() {
  const palette = useCommand('open-palette');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={palette.keys === null ? undefined : toAriaKeys(palette.keys, isMac)}
      onClick={palette.run}
      className="flex h-7 w-[clamp(8.5rem,24vw,13rem)] min-w-[min(11rem,21vw)] items-center gap-2 rounded-control border border-line bg-chrome px-2 text-left text-small text-muted hover:bg-highlight hover:text-ink"
    >
      <Search aria-hidden size={14} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">
        Search or run…<span className="sr-only"> a command</span>
      </span>
      {palette.shortcut && (
        <span className="hidden min-[720px]:flex">
          <Kbd keys={palette.shortcut} />
        </span>
      )}
    </button>
  );
}

const reportIntervalMs = 10_000;

const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Reports input to the service, which locks the window without it. Electron also measures the input of the whole computer, if it can. */
function useReportInput(): void {
  const { data: lock } = useQuery(windowLockQuery);
  const isNeeded = lock?.is_set_up === true && lock.idle_minutes !== null;
  useEffect(() => {
    if (!isNeeded) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasInput = false;
    const report = () => {
      timer = undefined;
      if (!hasInput) return;
      hasInput = false;
      timer = setTimeout(report, reportIntervalMs);
      void app(appRoutes.reportInput, {}).catch(() => undefined); // the next report follows
    };
    const handleInput = () => {
      hasInput = true;
      if (timer === undefined) report();
    };
    for (const type of inputEvents) globalThis.addEventListener(type, handleInput, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const type of inputEvents) globalThis.removeEventListener(type, handleInput, { capture: true });
    };
  }, [isNeeded]);
}

/** Runs commands on their shortcuts and on clicks in the native menu. */
function useCommandShortcuts(commands: readonly Command[]): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Keys pressed while an overlay is still opening are meant for the overlay.
      if (event.defaultPrevented || event.isComposing || isDialogOpen() || useOverlay.getState().open !== null) return;
      const command = findCommand(commands, event);
      if (command && (command.keys?.startsWith('mod+') || !isTextInput(event.target))) {
        event.preventDefault();
        clearSequence();
        if (!event.repeat) runCommand(command);
      } else if (event.key !== 'Shift') startSequenceIfFirstKey(commands, event);
    };
    globalThis.addEventListener('keydown', onKeyDown);
    const ids = commands.filter(({ disabledReason }) => disabledReason === null).map(({ id }) => id);
    const unsubscribe = bridge.onCommand(ids, (id) => {
      const command = commands.find((candidate) => candidate.id === id);
      if (command && !isDialogOpen()) runCommand(command);
    });
    return () => {
      globalThis.removeEventListener('keydown', onKeyDown);
      unsubscribe();
    };
  }, [commands]);
}

/** Returns the command whose shortcut the press matches or completes. */
function findCommand(commands: readonly Command[], event: KeyboardEvent): Command | undefined {
  const first = getPendingKey(event);
  return commands.find(({ keys }) => {
    if (keys === null) return false;
    const sequence = splitSequence(keys);
    if (!sequence) return first === null && isShortcut(event, keys, isMac);
    return sequence[0] === first && isShortcut(event, sequence[1], isMac);
  });
}

function startSequenceIfFirstKey(commands: readonly Command[], event: KeyboardEvent): void {
  clearSequence();
  if (event.repeat || isTextInput(event.target)) return;
  const firstKeys = commands.flatMap(({ keys }) => (keys && splitSequence(keys)?.[0]) || []);
  const first = firstKeys.find((key) => isShortcut(event, key, isMac));
  if (first) startSequence(first, event);
}

function runCommand(command: Command) {
  if (command.disabledReason === null) command.run();
}
