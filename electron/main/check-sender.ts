import type { IpcMainInvokeEvent } from 'electron';
import { isFromWindow } from './restrict-web-contents.ts';
import { isWindowLocked } from './window-lock.ts';

/** Throws unless the window called and is not locked: the caller then receives the error, because `handle` returns it. */
export function checkSender(event: IpcMainInvokeEvent): void {
  if (!isFromWindow(event)) throw new Error('Only the top frame of the window can call this.');
  if (isWindowLocked()) throw new Error('The window is locked.');
}
