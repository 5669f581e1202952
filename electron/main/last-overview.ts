import { app, ipcMain } from 'electron';
import { lastOverviewId } from '../../shared/window/bridge.ts';
import { keepLastOverview } from '../service/platform/files/last-overview.ts';
import { logError } from './log-error.ts';
import { isFromWindow } from './restrict-web-contents.ts';
import { canBeLocked } from './window-lock.ts';

/** An overview has some 50,000 characters. */
const maxLength = 500_000;

/** When the application quits, stores the overview if the window showed it when it was closed, unless a lock is set up. */
export function keepOverviewOnQuit(dataDir: string): void {
  let html: string | null = null;
  ipcMain.on('keep-overview', (event, sent: unknown) => {
    if (!isFromWindow(event)) return;
    html = !canBeLocked() && typeof sent === 'string' && sent.length <= maxLength ? sent : null;
  });
  const forget = () => (html = null);
  // Another page was loaded, or macOS keeps the application running without a window, and the data can change.
  app.on('web-contents-created', (_event, contents) => contents.on('did-finish-load', forget));
  app.on('window-all-closed', () => process.platform === 'darwin' && forget());
  app.on('will-quit', () => {
    try {
      if (html !== null) keepLastOverview(dataDir, html);
    } catch (error) {
      logError(error); // the next start shows nothing until it has the current data
    }
    forget();
  });
}

/**
 * Returns a function that adds the last overview to the first page that is loaded. It comes last in the page, so that HTML whose
 * end is missing cannot swallow the rest. The Content-Security-Policy refuses scripts in it.
 */
export function createPageCompleter(lastOverview: string | null): (page: string) => string {
  let pending = lastOverview;
  return (page) => {
    if (pending === null) return page;
    const html = `<div id="${lastOverviewId}" inert>${pending}</div>`;
    pending = null;
    return page.replace('</body>', (end) => html + end);
  };
}
