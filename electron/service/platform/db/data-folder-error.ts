import { explainFileError } from '../files/describe-error.ts';
import { isStorageFull } from '../http/to-problem.ts';

/** The data folder cannot be used. The message is one line for the user. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

const sqliteNotADatabase = 26;

/**
 * Converts an error of the file system or of SQLite to a line that says what to do. Returns null for any other error.
 * `path` is used if the error names none.
 */
export function toDataFolderError(dataDir: string, error: unknown, path: string): DataFolderError | null {
  if (!(error instanceof Error)) return null;
  const system = error as Error & { readonly path?: unknown; readonly errcode?: unknown }; // set by Node and node:sqlite
  const explain = (reason: string, remedy: string) =>
    new DataFolderError(`${reason}. Nothing was changed. ${remedy}, then start again.`, { cause: error });
  if (isStorageFull(error)) return explain(`The disk of the data folder ${dataDir} is full`, 'Free some space');
  const place = typeof system.path === 'string' ? system.path : path;
  if (typeof system.errcode === 'number') {
    if ((system.errcode & 0xff) === sqliteNotADatabase) return explain(`${place} is damaged`, 'Delete this file');
    return explain(`${place} cannot be opened (${error.message})`, 'Make it a file that your account can write');
  }
  const explained = explainFileError(error);
  return explained && explain(`${place} ${explained.reason}`, explained.remedy);
}
