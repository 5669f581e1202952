import { isStorageFull } from '../../platform/http/to-problem.ts';

/** Result codes of SQLite that can pass: SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_IOERR. */
const temporaryCodes: readonly number[] = [5, 6, 7, 10];

/** Returns whether the same transaction can succeed later, for example when the disk is no longer full. */
export function isTemporaryStorageError(error: unknown): boolean {
  if (isStorageFull(error)) return true;
  return error instanceof Error && 'errcode' in error && temporaryCodes.includes(Number(error.errcode) & 0xff);
}
