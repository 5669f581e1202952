import { chmodSync, copyFileSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The permissions of all users except the owner. */
const othersMask = 0o077;

/** The entries of a data folder. A folder with other entries has another purpose too, so its own mode is left as it is. */
const dataFolderEntry =
  /^(workspaces|backups|logs|settings\.json(\.[\w-]+)?|in-use\.(lock|db)[\w-]*|open-window\.html(\.new)?|last-overview\.html(\.new)?|opened-copies|chromium|Crashpad|Singleton\w+)$/;

/** Makes every file and folder that this process creates from now on accessible to its user only. */
export function createOnlyPrivateFiles(): void {
  process.umask(othersMask);
}

/** Removes the access of other users to a data folder and all that Switchboard has stored in it. Follows no symbolic link. */
export function makeDataFolderPrivate(dataDir: string): void {
  if (process.platform === 'win32') return; // it has no modes; the folder for application data is private
  const entries = readdirSync(dataDir, { withFileTypes: true });
  if (entries.every(({ name }) => dataFolderEntry.test(name))) removeOthersAccess(dataDir);
  for (const entry of entries.filter(({ name }) => dataFolderEntry.test(name))) {
    const path = join(dataDir, entry.name);
    if (entry.name === 'workspaces' && entry.isDirectory()) makeFolderPrivate(path);
    else if (entry.isFile() || entry.isDirectory()) removeOthersAccess(path);
  }
}

/** Files in a private folder are not checked one by one, because a workspace can have many. */
function makeFolderPrivate(folder: string): void {
  const isPrivate = (lstatSync(folder).mode & othersMask) === 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeFolderPrivate(path);
    else if (entry.isFile() && !isPrivate) removeOthersAccess(path);
  }
  // After its files, so that an interrupted start is continued by the next one.
  removeOthersAccess(folder);
}

function removeOthersAccess(path: string): void {
  const { mode } = lstatSync(path);
  if ((mode & othersMask) === 0) return;
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    // A file of another user, or a file system without modes: only its owner can change that, and the data is still usable.
    const isNotSupported =
      error instanceof Error && 'code' in error && /^(EPERM|ENOTSUP|EROFS)$/.test(String(error.code));
    if (!isNotSupported) throw error;
  }
}

/** Copies a file to a path that only this user can read. The copy would otherwise have the mode of the original. */
export function copyPrivateFile(source: string, target: string): void {
  copyFileSync(source, target);
  chmodSync(target, 0o600);
}

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
