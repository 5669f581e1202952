import { Problem } from '../../../../shared/contract/problems.ts';

/**
 * Converts any error to a Problem: `storage_full` for a full disk, `database_damaged` for a page that cannot be read, and
 * `internal` without details for unexpected errors.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isStorageFull(error)) {
    return new Problem('storage_full', 'The disk is full. Nothing was changed; free some space and try again.', {
      cause: error,
    });
  }
  if (isDatabaseDamaged(error)) return createDamagedProblem(error);
  return new Problem('internal', 'Something went wrong in the service. Try again.', { cause: error });
}

/** The same for a request to a workspace that is open read-only: damage can also cause unexpected errors. */
export function toReadOnlyProblem(error: unknown): Problem {
  const problem = toProblem(error);
  return problem.code === 'internal' ? createDamagedProblem(error) : problem;
}

/** Returns whether an error of a query is damage of the database, as a response to the window would say. */
export function isDamage(db: { readonly isReadOnly: boolean }, error: unknown): boolean {
  return (db.isReadOnly ? toReadOnlyProblem(error) : toProblem(error)).code === 'database_damaged';
}

/** Returns the problem of a request whose data cannot be read. */
export function createDamagedProblem(cause?: unknown): Problem {
  const detail =
    'Part of the database of this workspace is damaged. Nothing was changed. Restore a snapshot, or export what can be read.';
  return new Problem('database_damaged', detail, { cause });
}

const sqliteFullCode = 13;

/** SQLITE_IOERR_SHMSIZE: the index of the write-ahead log cannot grow. */
const sqliteLogIndexCode = 4874;

/** Returns whether an error or its cause is a full disk, a reached quota, or SQLite's SQLITE_FULL. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown }; // set by Node and node:sqlite
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  if (typeof errcode === 'number' && ((errcode & 0xff) === sqliteFullCode || errcode === sqliteLogIndexCode))
    return true;
  return isStorageFull(error.cause);
}

const [sqliteCorruptCode, sqliteNotDatabaseCode] = [11, 26];

/** SQLITE_IOERR_READ and SQLITE_IOERR_SHORT_READ: the disk cannot read a page. */
const sqliteReadErrorCodes: readonly number[] = [266, 522];

function isDatabaseDamaged(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  const code = Number(error.errcode);
  return [sqliteCorruptCode, sqliteNotDatabaseCode].includes(code & 0xff) || sqliteReadErrorCodes.includes(code);
}
