import { app, BrowserWindow, ipcMain, type WebContents } from 'electron';
import { linkScheme, readMomentLink, type Moment } from '../../shared/moment-link.ts';
import { checkSender } from './answer-bridge.ts';

/** What was asked for while no page could show it yet. */
let waiting: Moment | null = null;
let page: WebContents | null = null;

/**
 * Opens what links of this program's scheme lead to, whether the program runs already or was started by one. Only an
 * installed program registers itself with the system.
 */
export function setUpDeepLinks(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  app.on('open-url', (event, address) => {
    event.preventDefault();
    openLink([address]);
  });
  app.on('second-instance', (_event, args) => openLink(args));
  ipcMain.on('links-wanted', (event) => {
    checkSender(event);
    page = event.sender;
    page.once('destroyed', () => (page = null));
    sendWaiting();
  });
  openLink(process.argv);
}

/** Takes the one argument that is such a link, where there is one. */
function openLink(args: readonly string[]): void {
  const moment = args.map(readMomentLink).find((read) => read !== null);
  if (!moment) return;
  waiting = moment;
  const [window] = BrowserWindow.getAllWindows();
  window?.focus();
  sendWaiting();
}

function sendWaiting(): void {
  if (!page || !waiting) return;
  page.send('link', waiting);
  waiting = null;
}
