import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export type Desktop = {
  readonly app: ElectronApplication;
  readonly page: Page;
};

/** Starts the built application with its own data folder. */
export function launchDesktop(dataDir: string, ...args: readonly string[]): Promise<Desktop> {
  return launch(projectRoot, dataDir, args);
}

/** Starts the application of an archive that `npm run package` has created. Its working directory is that of the archive. */
export function launchArchive(archive: string, dataDir: string): Promise<Desktop> {
  return launch(archive, dataDir, [], dirname(archive));
}

/**
 * Starts an application in the installed Electron, or in that of ELECTRON_OVERRIDE_DIST_PATH. Passes no `executablePath`,
 * because Playwright only then delays the application until it is connected. With one, 1 of 40 launches on a busy machine
 * waited forever for a first page that had already opened.
 */
async function launch(path: string, dataDir: string, args: readonly string[], cwd = projectRoot): Promise<Desktop> {
  const app = await _electron.launch({ args: [`--user-data-dir=${dataDir}`, path, ...args], cwd });
  return { app, page: await app.firstWindow() };
}
