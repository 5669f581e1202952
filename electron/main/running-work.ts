import { fileURLToPath } from 'node:url';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  powerMonitor,
  powerSaveBlocker,
  Menu,
  nativeImage,
  Notification,
  Tray,
} from 'electron';
import * as z from 'zod';
import type { UnfinishedUploads } from '../../shared/window/bridge.ts';
import { readSettings } from '../service/platform/settings/settings-store.ts';
import type { Service, SettingsStore } from '../service/service.ts';
import type { RunningWork } from '../service/workspaces/running-work.ts';
import { onPageGone } from './recover-page.ts';
import { isFromWindow } from './restrict-web-contents.ts';
import { showWindow } from './window.ts';

/** Progress events arrive many times a second. */
const updateIntervalMs = 500;

/** Time to read and open the notification about the last call or document. */
const quitDelayMs = 60_000;

/** On macOS the application stays in the Dock without a window, as every application does. */
const staysInDock = process.platform === 'darwin';

/** The work of the service, and the files of the page that are not uploaded yet. */
type AllWork = RunningWork & UnfinishedUploads;

const noWork: RunningWork = { calls: 0, documents: 0, progress: null };

const noUploads: UnfinishedUploads = { sending: 0, undecided: 0 };

const unfinishedUploadsSchema = z.object({ sending: z.int().nonnegative(), undecided: z.int().nonnegative() });

/**
 * While calls, documents or uploads are in progress: shows their progress in the taskbar, keeps the computer awake, and keeps
 * the application running in the notification area when its window is closed. It quits a minute after the work is done. Asks
 * before calls are ended by quitting.
 */
export function setUpRunningWork(
  starting: Promise<Service>,
  settings: SettingsStore,
): {
  /** Hides the window instead of closing it while work is running. */
  readonly keepOpen: (window: BrowserWindow) => void;
  /** Whether quitting would end a call, or ask about uploads. */
  readonly isBusy: () => boolean;
} {
  let service: Service | null = null;
  let uploads: UnfinishedUploads = noUploads;
  const measure = (): AllWork => ({ ...(service?.getRunningWork() ?? noWork), ...uploads });
  let isQuitting = false;
  let blockerId: number | null = null;
  let tray: WorkTray | null = null;
  let updateTimer: NodeJS.Timeout | null = null;
  let quitTimer: NodeJS.Timeout | null = null;

  const update = (): void => {
    updateTimer = null;
    const work = measure();
    const [window] = BrowserWindow.getAllWindows();
    window?.setProgressBar(work.progress ?? -1);
    const isBusy = hasWork(work);
    if (isBusy && blockerId === null) blockerId = powerSaveBlocker.start('prevent-app-suspension');
    if (!isBusy && blockerId !== null) {
      powerSaveBlocker.stop(blockerId);
      blockerId = null;
    }
    if (!tray) return;
    tray.setWork(formatWork(work));
    if (isBusy) cancelQuit();
    else if (work.undecided > 0) showWindow();
    else quitTimer ??= setTimeout(() => app.quit(), quitDelayMs);
  };
  const updateSoon = (): void => {
    updateTimer ??= setTimeout(update, updateIntervalMs);
  };
  const cancelQuit = (): void => {
    if (quitTimer) clearTimeout(quitTimer);
    quitTimer = null;
  };

  const setUploads = (reported: UnfinishedUploads): void => {
    uploads = reported;
    updateSoon();
  };
  const listen = (started: Service): void => {
    service = started;
    started.onEvent(({ type }) => {
      if (/^(document|call|workspaces|reset)/.test(type)) updateSoon();
    });
  };
  starting.then(listen, () => {}); // main.ts reports why the service did not start
  ipcMain.on('report-uploads', (event, reported: unknown) => {
    if (!isFromWindow(event)) return;
    const { data } = unfinishedUploadsSchema.safeParse(reported);
    if (data) setUploads(data);
  });
  /** Quits without a question, because the system does not wait for an answer. */
  const quitNow = (): void => {
    isQuitting = true;
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      webContents.removeAllListeners('will-prevent-unload');
      webContents.on('will-prevent-unload', (event) => event.preventDefault());
    }
    app.quit();
  };
  powerMonitor.on('shutdown', quitNow);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quitNow);
  app.on('before-quit', (event) => {
    const { calls } = measure();
    if (isQuitting || calls === 0 || confirmQuit(calls)) isQuitting = true;
    else event.preventDefault();
  });
  return {
    isBusy: () => hasWork(measure()) || uploads.undecided > 0,
    keepOpen: (window) => {
      window.on('session-end', quitNow); // on Windows, when the user signs out or the computer shuts down
      window.on('show', () => {
        cancelQuit();
        tray?.remove();
        tray = null;
      });
      window.on('close', (event) => {
        const work = measure();
        if (isQuitting || !hasWork(work)) return;
        event.preventDefault();
        window.hide();
        if (!staysInDock) tray ??= showWorkTray(formatWork(work), settings);
      });
      onPageGone(window.webContents, () => setUploads(noUploads));
      window.on('closed', () => setUploads(noUploads));
      // After the question whether to stop uploads, which also cancels quitting.
      window.webContents.on('will-prevent-unload', ({ defaultPrevented }) => {
        if (!defaultPrevented) isQuitting = false;
      });
    },
  };
}

function hasWork({ calls, documents, sending }: AllWork): boolean {
  return calls + documents + sending > 0;
}

function confirmQuit(calls: number): boolean {
  const choice = dialog.showMessageBoxSync({
    type: 'question',
    message: calls === 1 ? 'End 1 call and quit?' : `End ${calls} calls and quit?`,
    detail: 'A call that is in progress ends as failed. Queued calls start when you open Switchboard again.',
    buttons: ['Cancel', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return choice === 1;
}

/** `1 call, 2 documents`. A file that is sent becomes a document. */
function formatWork({ calls, documents, sending }: AllWork): string {
  return [formatCount(calls, 'call'), formatCount(documents + sending, 'document')].filter(Boolean).join(', ');
}

function formatCount(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The icon in the notification area, which opens the window, and the notification that work is still running. */
type WorkTray = {
  /** `1 call, 2 documents`; empty when they are done. */
  readonly setWork: (work: string) => void;
  readonly remove: () => void;
};

function showWorkTray(work: string, settings: SettingsStore): WorkTray {
  const tray = new Tray(nativeImage.createFromPath(fileURLToPath(new URL('tray/tray.png', import.meta.url))));
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: 'Open Switchboard', click: showWindow },
      { label: 'Quit', click: () => app.quit() },
    ]),
  );
  tray.on('click', showWindow);
  const setWork = (current: string) => tray.setToolTip(`Switchboard: ${current || 'done'}`);
  setWork(work);
  const notification = readSettings(settings).notifications === 'on' ? showNotification(work) : null;
  return {
    setWork,
    remove: () => {
      // Not inside the click that opened the window: on Linux, Electron would crash when it returns to the icon.
      setImmediate(() => tray.destroy());
      notification?.close();
    },
  };
}

/** Some desktops of Linux have no notification area. */
function showNotification(work: string): Notification {
  const notification = new Notification({
    title: 'Switchboard is still running',
    body: `${work} in progress. It quits a minute after the work is done. To open the window, click here or start it again.`,
  });
  notification.on('click', showWindow);
  notification.show();
  return notification;
}
