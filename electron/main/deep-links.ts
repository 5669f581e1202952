import { app, BrowserWindow, ipcMain, type WebContents } from 'electron';
import { linkScheme, parseCallLink, type CallLink } from '../../shared/call-link.ts';
import { checkSender } from './bridge-handlers.ts';

/** The link to open as soon as the page listens for links. */
let pendingLink: CallLink | null = null;
let linkReceiver: WebContents | null = null;

/**
 * Opens `switchboard://` links, whether the application is already running or was started by the link. Only a packaged
 * application registers the scheme with the system.
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

/** Opens the first argument that is a valid link, if any. */
function openLink(args: readonly string[]): void {
  const link = args.map(parseCallLink).find((parsed) => parsed !== null);
  if (!link) return;
  pendingLink = link;
  const [window] = BrowserWindow.getAllWindows();
  window?.focus();
  sendPendingLink();
}

function sendPendingLink(): void {
  if (!linkReceiver || !pendingLink) return;
  linkReceiver.send('open-link', pendingLink);
  pendingLink = null;
}
