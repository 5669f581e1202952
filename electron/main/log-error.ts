import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { app, dialog } from 'electron';
import { limits } from '../../shared/contract/limits.ts';
import { getLogFolder, logFileName } from '../service/platform/files/app-paths.ts';
import { describeError } from '../service/platform/files/describe-error.ts';

/** Pino's level of errors. */
const errorLevel = 50;

/**
 * Writes an error, or a sentence, to standard error and to the log of the service. The line is written at once, because the
 * application can be about to end, and the service can be closed or not open yet.
 */
export function logError(error: unknown): void {
  console.error(error);
  const details =
    typeof error === 'string' ? { msg: error } : { err: describeError(error), msg: 'an error in the main process' };
  const line = { level: errorLevel, time: Date.now(), pid: process.pid, name: 'switchboard', ...details };
  try {
    const folder = getLogFolder(app.getPath('userData'));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    appendFileSync(join(folder, logFileName), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // A full disk must not stop the application; the error is on standard error too.
  }
}

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
