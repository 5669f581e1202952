import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export type Desktop = {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Everything that the main process wrote to its standard error so far. */
  readonly errors: () => string;
};

/**
 * Opens the built program in the installed Electron, or that of ELECTRON_OVERRIDE_DIST_PATH, with a data folder of its own.
 * Playwright looks for it itself: only then does it hold the program back until it listens. With an `executablePath`,
 * 1 launch in 40 on a busy machine waited for ever for a first page that had come before.
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
