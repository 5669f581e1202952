import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Why a data folder cannot be used; the message is one sentence for the person who named it. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

export type DataFolderLock = { readonly release: () => void };

/**
 * Makes the folder if need be and keeps every other process out of it until the lock is released. The lock is SQLite's
 * own lock on a file, which the operating system lifts when its holder dies, however it dies.
 * Throws DataFolderError where the folder cannot be written to or belongs to a running process.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  ensureWritableFolder(dataDir);
  const db = openLockFile(dataDir);
  try {
    db.exec('PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL) STRICT');
    db.exec(`BEGIN IMMEDIATE; DELETE FROM holder; INSERT INTO holder VALUES (${process.pid}); COMMIT`);
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    const holder = readLockHolder(db);
    db.close();
    if (!isDatabaseBusy(error))
      throw new DataFolderError(`The data folder ${dataDir} cannot be locked: ${String(error)}`, { cause: error });
    const who = holder === undefined ? 'another process' : `process ${holder}`;
    throw new DataFolderError(`The data folder ${dataDir} is in use by ${who}.`, { cause: error });
  }
  return {
    release: () => {
      if (db.isOpen) db.close();
    },
  };
}

function ensureWritableFolder(dataDir: string): void {
  try {
    createFolder(resolve(dataDir));
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new DataFolderError(`The data folder ${dataDir} cannot be written to (${reason}).`, { cause: error });
  }
}

/** Node's own recursive mkdir never ends where a folder's parent exists but takes no folders, as in /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) createFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, 'in-use.lock'));
  } catch (error) {
    throw new DataFolderError(`The data folder ${dataDir} cannot be locked: ${String(error)}`, { cause: error });
  }
}

/** Readers are let in while the lock is held: only the first commit of a holder shuts them out, for an instant. */
function readLockHolder(db: DatabaseSync): number | undefined {
  try {
    return Number(db.prepare('SELECT pid FROM holder').get()?.['pid']) || undefined;
  } catch {
    return undefined; // the other process is being named just now; the lock itself is certain
  }
}

function isDatabaseBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;
}
