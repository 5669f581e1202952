import { app } from 'electron';
import type { Program } from './open-program.ts';

/** The process ends only after the service has stopped its jobs and closed its database. */
export function quitCleanly(program: Program): void {
  let state: 'running' | 'closing' | 'closed' = 'running';
  app.on('will-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    void closeThenQuit();
  });
  async function closeThenQuit(): Promise<void> {
    try {
      await program.close();
      state = 'closed';
      app.quit();
    } catch (error) {
      console.error(error);
      app.exit(1);
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
