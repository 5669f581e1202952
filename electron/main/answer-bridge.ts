import { ipcMain, shell, type IpcMainInvokeEvent } from 'electron';
import type { Service } from '../service/service.ts';
import { isOwnPage } from './guard-contents.ts';
import { openPdf } from './open-pdf.ts';
import { opensAtLogin, setOpensAtLogin } from './open-at-login.ts';

/** Answers the preload's calls, and only those of the window's own top frame. */
export function answerBridge(dataDir: string, service: Service): void {
  ipcMain.handle('reveal-data-folder', async (event) => {
    checkSender(event);
    return (await shell.openPath(dataDir)) === '';
  });
  ipcMain.handle('open-pdf', (event, address: unknown) => {
    checkSender(event);
    return openPdf(service, String(address));
  });
  ipcMain.handle('opens-at-login', (event) => {
    checkSender(event);
    return opensAtLogin();
  });
  ipcMain.handle('set-opens-at-login', (event, opens: unknown) => {
    checkSender(event);
    return setOpensAtLogin(opens === true);
  });
}

/** Throws unless the window's own top frame asks. */
export function checkSender(event: Pick<IpcMainInvokeEvent, 'senderFrame'>): void {
  const frame = event.senderFrame;
  if (!frame || frame.parent !== null || !isOwnPage(frame.url))
    throw new Error('Only the window itself may ask for this.');
}
