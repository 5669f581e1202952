import { pino, type Logger } from 'pino';
import { describeError } from './describe-error.ts';
import { openLogFile } from './log-file.ts';
import { getLogFolder } from './log-path.ts';

/** The ends of the names of fields that are never written to the log, such as `x-api-key` and `current_passphrase`. */
const secretNames = /(authorization|cookie|key|passphrase|password|secret|session|token)$/i;

/** Details have fewer levels, unless they refer to themselves. */
const maxLevels = 10;

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
  // Without the name of the computer, which often contains that of the user.
  const base = { pid: process.pid };
  const formatters = { log: (details: object) => hideSecrets(details) as Record<string, unknown> };
  return pino({ name: 'switchboard', base, formatters, serializers: { err: describeError } }, destination);
}

/** Pino's own redaction needs the level of each field. */
function hideSecrets(value: unknown, level = 0): unknown {
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  if (level === maxLevels) return '[Too deep]';
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, level + 1));
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    secretNames.test(name) ? '[Redacted]' : hideSecrets(field, level + 1),
  ]);
  return Object.fromEntries(fields);
}

function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as object)
  );
}
