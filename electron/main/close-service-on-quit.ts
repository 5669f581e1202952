import { app } from 'electron';
import { logError } from './log-error.ts';

/** Delays the end of the process until the service has stopped its work and closed its database. */
export function closeServiceOnQuit(closeService: () => Promise<void>): void {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    closeService().then(
      () => app.exit(0), // every window is closed by now; `app.quit` would be ignored inside a quit
      (error: unknown) => {
        logError(error);
        app.exit(1);
      },
    );
  });
}
