import { join } from 'node:path';

/** A SHA-256 in hexadecimal digits, or an ID of `newId`. Neither can lead out of a folder, on any system. */
const storedName = /^(?:[0-9a-f]{64}|[a-z]{2,8}_[0-9a-f]{1,64})$/;

/** Whether a value of the database can be the name of a file of the workspace. */
export function isStoredName(name: string): boolean {
  return storedName.test(name);
}

/** No file has such a name, so the code is the one for a missing file. */
class StoredNameError extends Error {
  readonly code = 'ENOENT';
}

/**
 * Returns the path of a file whose name is a value of the database, which another program can have written. Every such path is
 * built here. Throws an error for which `isFileMissing` is true if the value is neither a SHA-256 nor an ID.
 */
export function getStoredFilePath(folder: string, name: string, extension: '' | `.${string}` = ''): string {
  if (!isStoredName(name)) throw new StoredNameError('A value of the database is not the name of a file.');
  return join(folder, `${name}${extension}`);
}
