import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { createStream } from 'rotating-file-stream';
import { logFileName } from './log-path.ts';

/** The end of the log that is read: about 500 lines. */
const maxReadBytes = 64 * 1024;

export type LogFile = {
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
