import { app } from 'electron';

/** macOS and Windows keep a list of what is opened at login; of Linux's desktops each has its own, which Electron does not know. */
const isKept = process.platform === 'darwin' || process.platform === 'win32';

/** Null where it cannot be chosen; a program that is not installed would enter Electron itself into the list. */
export function opensAtLogin(): boolean | null {
  return isKept && app.isPackaged ? app.getLoginItemSettings().openAtLogin : null;
}

/** Gives what holds from now on, which the system may decide otherwise. */
export function setOpensAtLogin(openAtLogin: boolean): boolean | null {
  if (opensAtLogin() !== null) app.setLoginItemSettings({ openAtLogin });
  return opensAtLogin();
}
