import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export type Desktop = {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Returns the standard error output of the main process so far. */
  readonly errors: () => string;
};

/**
 * Starts the built application in the installed Electron, or in that of ELECTRON_OVERRIDE_DIST_PATH, with its own data
 * folder. Passes no `executablePath`, because Playwright only then delays the application until it is connected. With one,
 * 1 of 40 launches on a busy machine waited forever for a first page that had already opened.
 */
export async function launchDesktop(dataDir: string): Promise<Desktop> {
  const app = await _electron.launch({ args: [`--user-data-dir=${dataDir}`, projectRoot] });
  let errors = '';
  app
    .process()
    .stderr?.setEncoding('utf8')
    .on('data', (text: string) => (errors += text));
  return { app, page: await app.firstWindow(), errors: () => errors };
}
