import { existsSync, openAsBlob } from 'node:fs';
import { isAbsolute, basename } from 'node:path';
import { app, dialog, ipcMain, shell } from 'electron';
import { routeTreePaths } from '../../shared/contract/base-paths.ts';
import { backupExtension, uploadBackup as uploadRoute } from '../../shared/workspaces/backups.ts';
import type { Service } from '../service/service.ts';
import { openPdf } from './private-copies.ts';
import { windowOrigin } from './scheme.ts';
import { checkSender } from './window-lock.ts';
import { showWindow } from './window.ts';

type BridgeHandlersOptions = {
  readonly dataDir: string;
  readonly service: Promise<Service>;
  readonly takeOpenedPath: (token: unknown) => string;
};

/** Handles the calls of the preload script. Rejects calls that do not come from the top frame of the window. */
export function registerBridgeHandlers({ dataDir, service, takeOpenedPath }: BridgeHandlersOptions): void {
  ipcMain.handle('reveal-data-folder', async (event) => {
    checkSender(event);
    return (await shell.openPath(dataDir)) === '';
  });
  ipcMain.handle('open-pdf', async (event, address: unknown) => {
    checkSender(event);
    return openPdf(await service, dataDir, String(address));
  });
  ipcMain.handle('upload-opened-backup', async (event, token: unknown) => {
    checkSender(event);
    return uploadBackup(await service, takeOpenedPath(token));
  });
  ipcMain.handle('show-window', (event) => {
    checkSender(event);
    showWindow();
  });
  ipcMain.handle('show-backup', (event, path: unknown) => {
    checkSender(event);
    return showBackup(String(path));
  });
  ipcMain.handle('choose-folder', async (event) => {
    checkSender(event);
    const { filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
    return filePaths[0] ?? null;
  });
  ipcMain.handle('get-open-at-login', (event) => {
    checkSender(event);
    return getOpenAtLogin();
  });
  ipcMain.handle('set-open-at-login', (event, isEnabled: unknown) => {
    checkSender(event);
    return setOpenAtLogin(isEnabled === true);
  });
}

/** Shows only backups, because the page decides which path. */
function showBackup(path: string): boolean {
  if (!isAbsolute(path) || !path.endsWith(backupExtension) || !existsSync(path)) return false;
  shell.showItemInFolder(path);
  return true;
}

/** Electron supports login items on macOS and Windows only. */
const hasLoginItems = process.platform === 'darwin' || process.platform === 'win32';

/** Returns null if not supported, or if the application is not packaged: that would register Electron itself. */
function getOpenAtLogin(): boolean | null {
  return hasLoginItems && app.isPackaged ? app.getLoginItemSettings().openAtLogin : null;
}

/** Returns the value that now applies, which the system may override. */
function setOpenAtLogin(openAtLogin: boolean): boolean | null {
  if (getOpenAtLogin() !== null) app.setLoginItemSettings({ openAtLogin });
  return getOpenAtLogin();
}

/**
 * Uploads a backup file as the window would, with its role, and returns the response. Returns null if the file cannot be read.
 * The file is read in parts.
 */
async function uploadBackup(
  service: Service,
  path: string,
): Promise<{ readonly status: number; readonly body: string } | null> {
  const file = await openAsBlob(path).catch(() => null);
  if (!file) return null;
  const form = new FormData();
  form.set('file', file, basename(path));
  const url = new URL(`${routeTreePaths.app}${uploadRoute.path}`, windowOrigin);
  const response = await service.fetch(new Request(url, { method: 'POST', body: form }), 'window');
  return { status: response.status, body: await response.text() };
}
