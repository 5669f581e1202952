import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, ipcMain } from 'electron';
import { lastOverviewId } from '../../shared/bridge.ts';
import { isFromWindow } from './restrict-web-contents.ts';
import { canBeLocked } from './window-lock.ts';

/** An overview has some 50,000 characters. */
const maxLength = 500_000;

const getPath = (dataDir: string) => join(dataDir, 'last-overview.html');

/**
 * Keeps the overview as the page shows it when it is left, until a page has loaded: the file exists only while no page does, and
 * never if the window can be locked.
 */
export function setUpLastOverview(dataDir: string): void {
  ipcMain.on('keep-overview', (event, html: unknown) => {
    if (!isFromWindow(event) || canBeLocked() || typeof html !== 'string' || html.length > maxLength) return;
    try {
      writeFileSync(getPath(dataDir), html, { mode: 0o600 });
    } catch (error) {
      console.error(error); // the next start shows nothing until it has the current data
    }
  });
  // A page that is loaded again is requested before the one before it is left.
  app.on('web-contents-created', (_event, contents) =>
    contents.on('did-finish-load', () => rmSync(getPath(dataDir), { force: true })),
  );
}

/**
 * Adds the overview that was kept to a page, above the element in which the page shows the current one, and deletes it. The
 * Content-Security-Policy refuses scripts in it.
 */
export function addLastOverview(page: string, dataDir: string): string {
  const html = takeLastOverview(dataDir);
  if (html === null) return page;
  return page.replace('<div id="root">', (root) => `<div id="${lastOverviewId}" inert>${html}</div>${root}`);
}

function takeLastOverview(dataDir: string): string | null {
  try {
    const html = readFileSync(getPath(dataDir), 'utf8');
    rmSync(getPath(dataDir));
    return html;
  } catch {
    return null; // none was kept, or it cannot be read
  }
}
