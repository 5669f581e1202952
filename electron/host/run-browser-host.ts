import { pathToFileURL } from 'node:url';
import { closeOnSignal } from './close-on-signal.ts';
import { startHttpHost, type HttpHostOptions } from './http-host.ts';
import { openBrowser } from './open-browser.ts';
import { createWindowUrl } from './window-page.ts';
import { runOrExitWithError } from './run-or-exit-with-error.ts';

export type BrowserHostOptions = HttpHostOptions & {
  /** Also opens the browser. */
  readonly open?: boolean | undefined;
};

/** Runs the application without Electron: serves the window on a loopback port and opens it in the browser. */
export function runBrowserHost(options: BrowserHostOptions): Promise<void> {
  return runOrExitWithError(async () => {
    const { server, dataDir, session, windowPage, close } = await startHttpHost(options);
    closeOnSignal(close);
    const hasOpenedBrowser = options.open === true && (await openBrowser(pathToFileURL(windowPage.path).href));
    const message = hasOpenedBrowser
      ? 'Switchboard is open in your browser. If it is not, open this URL, which works once:'
      : 'Open Switchboard in a browser with this URL, which works once:';
    process.stdout.write(`${message} ${createWindowUrl(server.origin, session)}\n`);
    process.stderr.write(`To open another window, open ${windowPage.path} in a browser.\n`);
    process.stderr.write(`Data folder: ${dataDir}. Press Ctrl+C to quit.\n`);
  });
}
