import { app, ipcMain, type WebContents } from 'electron';
import { linkScheme, parseCallLink, type CallLink } from '../../shared/call-link.ts';
import { isFromWindow } from './bridge-handlers.ts';
import { showWindow } from './window.ts';

/**
 * Opens links of the application's scheme in the window, whether a link started the application or it was running. Only an
 * installed application registers the scheme with the system.
 */
export function setUpDeepLinks(): void {
  /** A link that no page could show yet. */
  let pendingLink: CallLink | null = null;
  let receiver: WebContents | null = null;

  const sendPendingLink = (): void => {
    if (!receiver || !pendingLink) return;
    receiver.send('open-link', pendingLink);
    pendingLink = null;
  };
  /** Opens the first argument that is a link. */
  const openLink = (args: readonly string[]): void => {
    const link = args.map(parseCallLink).find((parsed) => parsed !== null);
    if (!link) return;
    pendingLink = link;
    showWindow();
    sendPendingLink();
  };

  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openLink([url]);
  });
  app.on('second-instance', (_event, args) => openLink(args));
  ipcMain.on('link-listener-ready', (event) => {
    // An error thrown here would end the application, because nobody waits for an answer.
    if (!isFromWindow(event)) return;
    receiver = event.sender;
    receiver.once('destroyed', () => (receiver = null));
    sendPendingLink();
  });
  openLink(process.argv);
}
