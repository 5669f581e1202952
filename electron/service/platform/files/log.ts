import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { createStream } from 'rotating-file-stream';
import { getLogFolder, logFileName } from './app-paths.ts';
import { describeError } from './describe-error.ts';

/** The ends of the names of fields that are never written to the log, such as `x-api-key` and `current_passphrase`. */
const secretNames = /(authorization|cookie|key|passphrase|password|secret|session|token)$/i;

/** Details have fewer levels, unless they refer to themselves. */
const maxLevels = 10;

/** Opens the log of a data folder: its lines, which have the fields, are in a file and on standard error. */
export function openLog(
  dataDir: string,
  fields: Readonly<Record<string, string>> = {},
): {
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
  return { log: log.child(fields), readLog: read, close };
}

/** Standard output is for the one line of `serve`. */
export function createLogger(destination: { write: (line: string) => void } = process.stderr): Logger {
  // Without the name of the computer, which often contains the user's name.
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

/** The end of the log that is read: about 500 lines. */
const maxReadBytes = 64 * 1024;

type LogFile = {
  readonly write: (line: string) => void;
  /** Returns the last lines. */
  readonly read: () => string;
  /** Resolves when all lines are written. */
  readonly close: () => Promise<void>;
};

/** Opens `switchboard.log` in a folder. When it is larger than 1 MB it is kept as `switchboard.log.1`, up to `.3`. */
export function openLogFile(folder: string): LogFile {
  const stream = createStream(logFileName, { path: folder, size: '1M', rotate: 3 });
  stream.on('error', () => {}); // a full disk must not stop the application; the lines are on standard error too
  return {
    write: (line) => void stream.write(line),
    read: () => readLastLines(join(folder, logFileName)),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

/** Reads the end of the file before it too, if the last one was started recently. */
function readLastLines(path: string): string {
  const last = readEnd(path, maxReadBytes);
  return (readEnd(`${path}.1`, maxReadBytes - Buffer.byteLength(last)) + last).trimEnd();
}

/** Returns whole lines. */
function readEnd(path: string, maxBytes: number): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return ''; // there is no such file yet
  }
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, maxBytes);
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, size - length);
    const text = bytes.toString('utf8');
    return length < size ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(file);
  }
}
