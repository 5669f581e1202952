import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, Menu, nativeImage, powerMonitor, powerSaveBlocker, Tray } from 'electron';
import type { RunningWork } from '../service/workspaces/running-work.ts';
import type { Service } from '../service/service.ts';
import { showWindow } from './window.ts';

/** Progress events arrive many times a second. */
const updateIntervalMs = 500;

/**
 * While calls or documents are in progress: shows their progress in the taskbar, keeps the computer awake, and keeps the
 * application running in the notification area when its window is closed. It quits when the work is done. Asks before calls
 * are ended by quitting.
 */
export function setUpRunningWork(starting: Promise<Service>): {
  /** Hides the window instead of closing it while work is running. */
  readonly keepOpen: (window: BrowserWindow) => void;
} {
  let service: Service | null = null;
  const measure = (): RunningWork => service?.getRunningWork() ?? { calls: 0, documents: 0, progress: null };
  let isQuitting = false;
  let blockerId: number | null = null;
  let tray: Tray | null = null;
  let timer: NodeJS.Timeout | null = null;

  const update = (): void => {
    timer = null;
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
    tray.setToolTip(formatWork(work));
    if (!isBusy) app.quit();
  };

  const showTray = (): void => {
    if (tray) return;
    tray = new Tray(nativeImage.createFromPath(fileURLToPath(new URL('tray/tray.png', import.meta.url))));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Switchboard', click: showWindow },
        { label: 'Quit', click: () => app.quit() },
      ]),
    );
    tray.on('click', showWindow);
    update();
  };

  const listen = (started: Service): void => {
    service = started;
    started.onEvent(({ type }) => {
      if (/^(document|call|workspaces|reset)/.test(type)) timer ??= setTimeout(update, updateIntervalMs);
    });
  };
  starting.then(listen, () => {}); // main.ts reports why the service did not start
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
    keepOpen: (window) => {
      window.on('session-end', quitNow); // on Windows, when the user signs out or the computer shuts down
      window.on('show', () => {
        tray?.destroy();
        tray = null;
      });
      window.on('close', (event) => {
        if (isQuitting || !hasWork(measure())) return;
        event.preventDefault();
        window.hide();
        showTray();
      });
      // After the question whether to stop uploads, which also cancels quitting.
      window.webContents.on('will-prevent-unload', ({ defaultPrevented }) => {
        if (!defaultPrevented) isQuitting = false;
      });
    },
  };
}

function hasWork({ calls, documents }: RunningWork): boolean {
  return calls + documents > 0;
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

/** `Switchboard: 1 call, 2 documents` */
function formatWork({ calls, documents }: RunningWork): string {
  const parts = [
    calls > 0 ? `${calls} ${calls === 1 ? 'call' : 'calls'}` : '',
    documents > 0 ? `${documents} ${documents === 1 ? 'document' : 'documents'}` : '',
  ].filter((part) => part !== '');
  return `Switchboard: ${parts.join(', ') || 'done'}`;
}
