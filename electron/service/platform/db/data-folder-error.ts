import { isStorageFull } from '../http/to-problem.ts';

/** The data folder cannot be used. The message is one line for the user. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** What is wrong with a path of the data folder, and what to do, by the error code of the system. */
const reasons: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  EACCES: ['cannot be used by your account', 'Give your account read and write access to it'],
  EPERM: ['cannot be used by your account', 'Give your account read and write access to it'],
  EROFS: ['is on a disk that is read-only', 'Choose another folder with --data'],
  EISDIR: ['is a folder, where a file is expected', 'Move it away'],
  ENOTDIR: ['is a file, where a folder is expected', 'Move it away'],
  EEXIST: ['is a file, where a folder is expected', 'Move it away'],
};

const sqliteNotADatabase = 26;

/**
 * Converts an error of the file system or of SQLite to a line that says what to do. Returns null for any other error.
 * `path` is used if the error names none.
 */
export function toDataFolderError(dataDir: string, error: unknown, path: string): DataFolderError | null {
  if (!(error instanceof Error)) return null;
  const system = error as Error & { readonly code?: unknown; readonly path?: unknown; readonly errcode?: unknown }; // set by Node and node:sqlite
  const explain = (reason: string, remedy: string) =>
    new DataFolderError(`${reason}. Nothing was changed. ${remedy}, then start again.`, { cause: error });
  if (isStorageFull(error)) return explain(`The disk of the data folder ${dataDir} is full`, 'Free some space');
  const place = typeof system.path === 'string' ? system.path : path;
  if (typeof system.errcode === 'number') {
    if ((system.errcode & 0xff) === sqliteNotADatabase) return explain(`${place} is damaged`, 'Delete this file');
    return explain(`${place} cannot be opened (${error.message})`, 'Make it a file that your account can write');
  }
  if (typeof system.code !== 'string' || !('syscall' in error)) return null;
  const [reason, remedy] = reasons[system.code] ?? [`cannot be used (${system.code})`, 'Check this path'];
  return explain(`${place} ${reason}`, remedy);
}
