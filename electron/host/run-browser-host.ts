import { openBrowser } from './open-browser.ts';
import { startHttpHost, type HttpHostOptions } from './http-host.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { runOrExitWithError } from './run-or-exit-with-error.ts';

export type BrowserHostOptions = HttpHostOptions & {
  /** Opens the browser, too. */
  readonly open?: boolean | undefined;
};

/** The same program without Electron: serves the window on the loopback address and opens it in the browser. */
export function runBrowserHost(options: BrowserHostOptions): Promise<void> {
  return runOrExitWithError(async () => {
    const { server, dataDir, close } = await startHttpHost(options);
    closeOnSignal(close);
    const isOpened = options.open === true && (await openBrowser(server.windowUrl));
    const lead = isOpened ? 'Switchboard is open in your browser, at' : 'Open Switchboard in a browser:';
    process.stdout.write(`${lead} ${server.windowUrl}\n`);
    process.stderr.write(`Workspaces and settings are kept in ${dataDir}. Press Ctrl+C to quit.\n`);
  });
}
