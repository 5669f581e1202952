import type { Browser, Page } from '@playwright/test';
import { copyDemoFolder } from '../data/demo-folder.ts';
import { startSharedHost } from '../service/shared-host.ts';
import { createTemporaryFolder } from '../service/temporary-folder.ts';

/** A window of a new installation, with a temporary folder. */
export type OpenWindow = {
  readonly page: Page;
  readonly folder: string;
  readonly close: () => Promise<void>;
};

export async function openInBrowser(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
  /** Fills the data folder before the application starts. */
  prepare: (dataDir: string) => Promise<void> = () => Promise.resolve(),
  /** A test that expects errors in the log starts its own host, to keep them out of its output. */
  start: (dataDir: string) => Promise<{ windowUrl: string; stop: () => Promise<unknown> }> = startSharedHost,
): Promise<OpenWindow> {
  const folder = await createTemporaryFolder();
  await prepare(`${folder.path}/data`);
  const host = await start(`${folder.path}/data`);
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(host.windowUrl);
  // The window is signed in when it renders. The token in its URL works once: a reload before that has none.
  await page.locator('#root > *').first().waitFor({ state: 'attached' });
  return {
    page,
    folder: folder.path,
    close: async () => {
      await context.close();
      await host.stop();
      await folder.remove();
    },
  };
}

/** The same with a copy of the demo as the open workspace, all its documents active. Starts in the overview. */
export function openDemoInBrowser(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<OpenWindow> {
  return openInBrowser(browser, options, (dataDir) => Promise.resolve(copyDemoFolder(dataDir)));
}
