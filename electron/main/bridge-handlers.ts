import { ipcMain, shell, type IpcMainInvokeEvent } from 'electron';
import type { Service } from '../service/service.ts';
import { isWindowPage } from './restrict-web-contents.ts';
import { openPdf } from './open-pdf.ts';
import { getOpenAtLogin, setOpenAtLogin } from './open-at-login.ts';

/** Answers the preload's calls, and only those of the window's own top frame. */
export function registerBridgeHandlers(dataDir: string, service: Service): void {
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
    return getOpenAtLogin();
  });
  ipcMain.handle('set-open-at-login', (event, opens: unknown) => {
    checkSender(event);
    return setOpenAtLogin(opens === true);
  });
}

/** Throws unless the window's own top frame asks. */
export function checkSender(event: Pick<IpcMainInvokeEvent, 'senderFrame'>): void {
  const frame = event.senderFrame;
  if (!frame || frame.parent !== null || !isWindowPage(frame.url))
    throw new Error('Only the window itself may ask for this.');
}
