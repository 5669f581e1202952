import type { App } from 'electron';
import { limits } from '../../shared/limits.ts';

/**
 * Delays the end of the process until the service has stopped its work and closed its database, at most for `limits.closeMs`.
 * Starts the application again if the user opened it meanwhile.
 */
export function closeServiceOnQuit(
  app: App,
  closeService: () => Promise<void>,
  logError: (error: unknown) => void,
): void {
  const exitWithError = (error: unknown): void => {
    logError(error);
    app.exit(1);
  };
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    // The second process has ended: it left its files and links to this one.
    app.on('second-instance', (_event, args) => {
      // The mounted folder of an AppImage goes with its process.
      app.relaunch({ args: args.slice(1), execPath: process.env['APPIMAGE'] ?? process.execPath });
    });
    // Not to end at all would keep every later start from opening a window.
    setTimeout(() => exitWithError(`The service was not closed within ${limits.closeMs} ms.`), limits.closeMs);
    closeService().then(
      () => app.exit(0), // every window is closed by now; `app.quit` would be ignored inside a quit
      exitWithError,
    );
  });
}
