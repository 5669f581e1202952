import { app } from 'electron';

/** macOS and Windows keep a list of what is opened at login; of Linux's desktops each has its own, which Electron does not know. */
const isSupported = process.platform === 'darwin' || process.platform === 'win32';

/** Null where it cannot be chosen; a program that is not installed would enter Electron itself into the list. */
export function getOpenAtLogin(): boolean | null {
  return isSupported && app.isPackaged ? app.getLoginItemSettings().openAtLogin : null;
}

/** Gives what holds from now on, which the system may decide otherwise. */
export function setOpenAtLogin(openAtLogin: boolean): boolean | null {
  if (getOpenAtLogin() !== null) app.setLoginItemSettings({ openAtLogin });
  return getOpenAtLogin();
}
