import { BrowserWindow, ipcMain, powerMonitor, systemPreferences, type IpcMainInvokeEvent } from 'electron';
import { limits } from '../../shared/contract/limits.ts';
import type { Service } from '../service/service.ts';
import { isFromWindow } from './restrict-web-contents.ts';
import { windowOrigin } from './scheme.ts';

let windowLock: Service['windowLock'] | null = null;

export function isWindowLocked(): boolean {
  return windowLock?.isLocked ?? false;
}

/** Whether a lock is set up. True until the service has started, because that is not known before. */
export function canBeLocked(): boolean {
  return windowLock?.getStatus().is_set_up ?? true;
}

/**
 * Locks the window when the computer sleeps, and when its screen is locked, which Electron reports on macOS and Windows.
 * Offers Touch ID to unlock it; Electron has no such function on other systems. `onLock` runs before the page is replaced.
 */
export function setUpWindowLock(starting: Promise<Service>, onLock: () => void): void {
  starting.then(
    (service) => {
      windowLock = service.windowLock;
      service.onEvent(({ type }) => {
        if (type !== 'window.locked') return;
        onLock();
        BrowserWindow.getAllWindows().forEach(replacePage);
      });
      return service;
    },
    () => {}, // main.ts reports why the service did not start
  );
  powerMonitor.on('suspend', () => windowLock?.lockBySystem('suspend'));
  powerMonitor.on('lock-screen', () => windowLock?.lockBySystem('screen'));
  ipcMain.handle('can-use-touch-id', (event) => isFromWindow(event) && canUseTouchId());
  ipcMain.handle('unlock-with-touch-id', unlockWithTouchId);
}

/** Loads the lock screen without the address of the view, unless the page has saved its drafts and done so itself in time. */
function replacePage({ webContents }: BrowserWindow): void {
  const timer = setTimeout(() => {
    if (!webContents.isDestroyed()) void webContents.loadURL(`${windowOrigin}/`);
  }, limits.lockedPageMs);
  const forgetAddresses = () => {
    clearTimeout(timer);
    if (!webContents.isDestroyed()) webContents.navigationHistory.clear();
  };
  webContents.once('did-navigate', forgetAddresses);
}

/** The function exists on macOS only. */
function canUseTouchId(): boolean {
  return 'canPromptTouchID' in systemPreferences && systemPreferences.canPromptTouchID();
}

/** Resolves to false if the user cancels, or if the finger is not recognized. */
async function unlockWithTouchId(event: IpcMainInvokeEvent): Promise<boolean> {
  if (!isFromWindow(event) || !isWindowLocked() || !canUseTouchId()) return false;
  try {
    await systemPreferences.promptTouchID('unlock Switchboard');
  } catch {
    return false;
  }
  windowLock?.unlockBySystem('Touch ID');
  return true;
}

/** Throws unless the window called and is not locked: the caller then receives the error, because `handle` returns it. */
export function checkSender(event: IpcMainInvokeEvent): void {
  if (!isFromWindow(event)) throw new Error('Only the top frame of the window can call this.');
  if (isWindowLocked()) throw new Error('The window is locked.');
}
