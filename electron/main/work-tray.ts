import { fileURLToPath } from 'node:url';
import { app, Menu, nativeImage, Notification, Tray } from 'electron';
import { readSettings } from '../service/platform/settings/settings-store.ts';
import type { SettingsStore } from '../service/service.ts';
import { showWindow } from './window.ts';

/** The icon in the notification area, which opens the window, and the notification that work is still running. */
export type WorkTray = {
  /** `1 call, 2 documents`; empty when they are done. */
  readonly setWork: (work: string) => void;
  readonly remove: () => void;
};

export function showWorkTray(work: string, settings: SettingsStore): WorkTray {
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
