import { closeOnSignal } from './close-on-signal.ts';
import { startHttpHost, type HttpHostOptions } from './http-host.ts';
import { openBrowser } from './open-browser.ts';
import { runOrExitWithError } from './run-or-exit-with-error.ts';

export type BrowserHostOptions = HttpHostOptions & {
  /** Also opens the browser. */
  readonly open?: boolean | undefined;
};

/** Runs the application without Electron: serves the window on a loopback port and opens it in the browser. */
export function runBrowserHost(options: BrowserHostOptions): Promise<void> {
  return runOrExitWithError(async () => {
    const { server, dataDir, close } = await startHttpHost(options);
    closeOnSignal(close);
    const hasOpenedBrowser = options.open === true && (await openBrowser(server.windowUrl));
    const message = hasOpenedBrowser ? 'Switchboard is open in your browser:' : 'Open Switchboard in a browser:';
    process.stdout.write(`${message} ${server.windowUrl}\n`);
    process.stderr.write(`Data folder: ${dataDir}. Press Ctrl+C to quit.\n`);
  });
}
