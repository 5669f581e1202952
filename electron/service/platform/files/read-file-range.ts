import { createReadStream, open, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** Returns the stats of a regular file. Throws for a folder, a device and everything else. */
export async function statFile(path: string): Promise<Stats> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new Error(`${path} is not a regular file.`);
  return stats;
}

/** Returns a text that changes with the file. Copy programs can restore the modification time, but not the change time. */
export function getFileVersion({ ino, mtimeMs, ctimeMs, size }: Stats): string {
  return `${ino} ${mtimeMs} ${ctimeMs} ${size}`;
}

/**
 * Opens a file and streams bytes `start` to `end`, both inclusive. The promise rejects if the file cannot be opened, so that
 * the response can still be a problem; a file that is removed later is read to its end.
 */
export async function openFileRange(path: string, start: number, end: number): Promise<Readable> {
  const fd = await promisify(open)(path, 'r');
  return createReadStream(path, { fd, start, end });
}

export function isFileMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
