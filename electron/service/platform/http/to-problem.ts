import { Problem } from '../../../../shared/problems.ts';

/** Converts any error to a Problem: `storage_full` for a full disk, and `internal` without details for unexpected errors. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isStorageFull(error)) {
    return new Problem('storage_full', 'The disk is full. Nothing was changed; free some space and try again.', {
      cause: error,
    });
  }
  return new Problem('internal', 'Something went wrong in the service. Try again.', { cause: error });
}

const sqliteFullCode = 13;

/** Returns whether an error or its cause is a full disk, a reached quota, or SQLite's SQLITE_FULL. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown }; // set by Node and node:sqlite
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  if (typeof errcode === 'number' && (errcode & 0xff) === sqliteFullCode) return true;
  return isStorageFull(error.cause);
}
