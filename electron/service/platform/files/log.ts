import { pino, type Logger } from 'pino';
import { describeError } from './describe-error.ts';
import { openLogFile } from './log-file.ts';
import { getLogFolder } from './log-path.ts';

/** Never written to the log, wherever they appear in its details. */
const redactedFields = ['authorization', 'cookie', 'x-api-key', 'key', 'token', 'secret'];

/** Opens the log of a data folder: its lines are in a file and on standard error. */
export function openLog(dataDir: string): {
  readonly log: Logger;
  /** Returns the end of the log file. */
  readonly readLog: () => string;
  /** Resolves when the log is written. */
  readonly close: () => Promise<void>;
} {
  const { read, write, close } = openLogFile(getLogFolder(dataDir));
  const log = createLogger({
    write: (line) => {
      process.stderr.write(line);
      write(line);
    },
  });
  return { log, readLog: read, close };
}

/** Standard output is for the one line of `serve`. */
export function createLogger(destination: { write: (line: string) => void } = process.stderr): Logger {
  const paths = redactedFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);
  // Without the name of the computer, which often contains that of the user.
  const base = { pid: process.pid };
  return pino({ name: 'switchboard', base, redact: paths, serializers: { err: describeError } }, destination);
}
