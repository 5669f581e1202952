import type { App } from 'electron';
import { limits } from '../../shared/contract/limits.ts';
import { resolveFileArgument } from './file-argument.ts';

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
    app.on('second-instance', (_event, args, workingDirectory) => {
      const absolute = args.slice(1).map((arg) => resolveFileArgument(arg, workingDirectory) ?? arg);
      app.relaunch({ args: absolute, execPath: findExecutable() });
    });
    // If this process never ended, no later start could open a window.
    setTimeout(() => exitWithError(`The service was not closed within ${limits.closeMs} ms.`), limits.closeMs);
    closeService().then(
      () => app.exit(0), // every window is closed by now; `app.quit` would be ignored inside a quit
      exitWithError,
    );
  });
}

/** The folder of an AppImage is unmounted when its process ends, so the AppImage itself is started again. */
function findExecutable(): string {
  const { APPIMAGE: image, APPDIR: folder } = process.env;
  const isInImage = image !== undefined && folder !== undefined && process.execPath.startsWith(folder);
  return isInImage ? image : process.execPath;
}
