import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export type Desktop = {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Everything that the main process wrote to its standard error so far. */
  readonly errors: () => string;
};

/** Opens the built program in the Electron that ELECTRON_PATH names, with a data folder of its own. */
export async function launchDesktop(dataDir: string): Promise<Desktop> {
  const executablePath = process.env['ELECTRON_PATH'];
  if (!executablePath) throw new Error('ELECTRON_PATH must name the Electron program; `npm test -- desktop` does.');
  // Chromium's sandbox refuses the root user; the product itself never passes this.
  const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath,
    args: [...rootFlags, `--user-data-dir=${dataDir}`, projectRoot],
  });
  let errors = '';
  app
    .process()
    .stderr?.setEncoding('utf8')
    .on('data', (text: string) => (errors += text));
  return { app, page: await app.firstWindow(), errors: () => errors };
}
