import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export type Desktop = {
  readonly app: ElectronApplication;
  readonly page: Page;
};

/**
 * Starts the built application in the installed Electron, or in that of ELECTRON_OVERRIDE_DIST_PATH, with its own data
 * folder. Passes no `executablePath`, because Playwright only then delays the application until it is connected. With one,
 * 1 of 40 launches on a busy machine waited forever for a first page that had already opened.
 */
export async function launchDesktop(dataDir: string, ...args: readonly string[]): Promise<Desktop> {
  const app = await _electron.launch({ args: [`--user-data-dir=${dataDir}`, projectRoot, ...args] });
  return { app, page: await app.firstWindow() };
}
