import { app, BrowserWindow, ipcMain, type WebContents } from 'electron';
import { linkScheme, parseCallLink, type CallLink } from '../../shared/call-link.ts';
import { checkSender } from './bridge-handlers.ts';

/** What was asked for while no page could show it yet. */
let pendingLink: CallLink | null = null;
let linkReceiver: WebContents | null = null;

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
  ipcMain.on('link-listener-ready', (event) => {
    checkSender(event);
    linkReceiver = event.sender;
    linkReceiver.once('destroyed', () => (linkReceiver = null));
    sendPendingLink();
  });
  openLink(process.argv);
}

/** Takes the one argument that is such a link, where there is one. */
function openLink(args: readonly string[]): void {
  const moment = args.map(parseCallLink).find((read) => read !== null);
  if (!moment) return;
  pendingLink = moment;
  const [window] = BrowserWindow.getAllWindows();
  window?.focus();
  sendPendingLink();
}

function sendPendingLink(): void {
  if (!linkReceiver || !pendingLink) return;
  linkReceiver.send('open-link', pendingLink);
  pendingLink = null;
}
