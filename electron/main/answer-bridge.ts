import { ipcMain, shell, type IpcMainInvokeEvent } from 'electron';
import { isOwnPage } from './guard-contents.ts';

/** Answers the preload's calls, and only those of the window's own top frame. */
export function answerBridge(dataDir: string): void {
  ipcMain.handle('reveal-data-folder', async (event) => {
    checkSender(event);
    return (await shell.openPath(dataDir)) === '';
  });
}

/** Throws unless the window's own top frame asks. */
export function checkSender(event: Pick<IpcMainInvokeEvent, 'senderFrame'>): void {
  const frame = event.senderFrame;
  if (!frame || frame.parent !== null || !isOwnPage(frame.url))
    throw new Error('Only the window itself may ask for this.');
}
