import { app } from 'electron';
import type { DesktopService } from './desktop-service.ts';

/** The process ends only after the service has stopped its jobs and closed its database. */
export function closeServiceOnQuit(program: DesktopService): void {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    void closeThenQuit();
  });
  async function closeThenQuit(): Promise<void> {
    try {
      await program.close();
      app.exit(0); // every window is closed by now; a second quit inside of the first would be ignored
    } catch (error) {
      console.error(error);
      app.exit(1);
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
