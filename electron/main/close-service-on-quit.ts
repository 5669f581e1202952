import { app } from 'electron';
import type { DesktopService } from './desktop-service.ts';

/** Delays quitting until the service has stopped its jobs and closed its databases. */
export function closeServiceOnQuit(desktop: DesktopService): void {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    void closeThenQuit();
  });
  async function closeThenQuit(): Promise<void> {
    try {
      await desktop.close();
      app.exit(0); // all windows are closed, and `app.quit` is ignored while quitting
    } catch (error) {
      console.error(error);
      app.exit(1);
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
