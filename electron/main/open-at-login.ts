import { app } from 'electron';

/** Electron supports login items on macOS and Windows only. */
const isSupported = process.platform === 'darwin' || process.platform === 'win32';

/** Returns null if not supported, or if the application is not packaged: that would register Electron itself. */
export function getOpenAtLogin(): boolean | null {
  return isSupported && app.isPackaged ? app.getLoginItemSettings().openAtLogin : null;
}

/** Returns the value that now applies, which the system may override. */
export function setOpenAtLogin(openAtLogin: boolean): boolean | null {
  if (getOpenAtLogin() !== null) app.setLoginItemSettings({ openAtLogin });
  return getOpenAtLogin();
}
