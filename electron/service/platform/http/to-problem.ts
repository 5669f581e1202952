import { Problem } from '../../../../shared/problems.ts';

/** Any failure as a Problem: a full disk is told as such, the unexpected becomes `internal` and tells nothing inside. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isStorageFull(error)) {
    return new Problem('storage_full', 'The disk is full. Nothing was changed; free some space and try again.', {
      cause: error,
    });
  }
  return new Problem(
    'internal',
    'The service failed in a way that was not foreseen. Nothing more is known to the caller.',
    {
      cause: error,
    },
  );
}

const sqliteFullCode = 13;

/** No space left, quota reached, or SQLite's SQLITE_FULL, also when it is the cause of another error. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown }; // Node's and node:sqlite's fields
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  if (typeof errcode === 'number' && (errcode & 0xff) === sqliteFullCode) return true;
  return isStorageFull(error.cause);
}
