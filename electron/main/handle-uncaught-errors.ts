import { setTimeout as wait } from 'node:timers/promises';
import { app, dialog } from 'electron';
import { limits } from '../../shared/contract/limits.ts';
import { logError } from './log-error.ts';

/**
 * Logs the errors that no caller handles, and the end of a child process that failed. An exception also ends the application:
 * the service is closed before, because threads that run native code would abort the process, and then the error is shown.
 */
export function handleUncaughtErrors(closeService: () => Promise<void>): void {
  process.stderr.on('error', () => {}); // the terminal that started the application can be gone
  process.on('unhandledRejection', (reason) => logError(reason));
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    // The service ends its own child processes when it does not need them any more.
    if (reason === 'clean-exit' || (type === 'Utility' && reason === 'killed')) return;
    logError(`A child process ended: ${name ?? type}, ${reason} (${exitCode}).`);
  });

  let isEnding = false;
  process.on('uncaughtException', (error) => {
    logError(error);
    if (isEnding) return;
    isEnding = true;
    void endWithError(error, closeService);
  });
}

async function endWithError({ message }: Error, closeService: () => Promise<void>): Promise<void> {
  const detail = `Everything that was saved is kept. Start Switchboard again.\n\n${message}`;
  await Promise.race([closeService().catch(logError), wait(limits.closeMs)]);
  dialog.showErrorBox('An unexpected error ended Switchboard', detail); // returns when the user closes it
  app.exit(1);
}
