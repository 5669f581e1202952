import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only this user can read, in place of an existing one. Throws the errors of the file system; the existing
 * file is then unchanged.
 */
export function replacePrivateFile(path: string, content: string | Uint8Array): void {
  const unfinished = getUnfinishedPath(path);
  rmSync(unfinished, { force: true }); // an existing file would keep its mode
  try {
    writeFileSync(unfinished, content, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Returns the name of a file until it is complete. A crash can leave it. */
export const getUnfinishedPath = (path: string) => `${path}.new`;
