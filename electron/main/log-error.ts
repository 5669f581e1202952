import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { describeError } from '../service/platform/files/describe-error.ts';
import { getLogFolder, logFileName } from '../service/platform/files/app-paths.ts';

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
