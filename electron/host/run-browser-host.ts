import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { startHttpHost, type HttpHostOptions } from './http-host.ts';
import { closeOnSignal, runOrExitWithError } from './run-or-exit-with-error.ts';
import { createWindowUrl } from './window-session.ts';

type BrowserHostOptions = HttpHostOptions & {
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

/** The mask of the user who started the application, before it makes its own files private. */
const usualMask = process.umask();

/** Some desktops have an opener that runs as long as the browser. One that fails does so within this time. */
const openerFailureMs = 1_000;

/** Opens a URL in the user's browser. Returns false if there is no browser or no display. */
function openBrowser(url: string, platform = process.platform, env = process.env): Promise<boolean> {
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return Promise.resolve(false);
  const [command, ...args] = getOpenCommand(platform);
  return new Promise((resolve) => {
    // The browser saves its downloads with the permissions that are usual for this user.
    const privateMask = process.umask(usualMask);
    const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    process.umask(privateMask);
    opener.on('error', () => resolve(false));
    opener.on('exit', (code) => resolve(code === 0));
    setTimeout(() => resolve(true), openerFailureMs);
    opener.unref();
  });
}

function getOpenCommand(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
