import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainFileError } from '../files/describe-error.ts';
import { isStorageFull } from '../http/to-problem.ts';

/** The data folder cannot be used. The message is one line for the user. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

export type DataFolderLock = { readonly release: () => void };

/** Two files, so that the folder stays locked if one of them is deleted while Switchboard runs. */
const lockFiles = ['in-use.lock', 'in-use.db'];

/**
 * Creates the folder if it does not exist, and keeps every other process out of it until the lock is released. The lock is
 * SQLite's lock on two files, which the operating system releases when the process ends, even in a crash.
 * Throws DataFolderError if the folder is not writable or another process uses it.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  ensureWritableFolder(dataDir);
  const locked: DatabaseSync[] = [];
  const release = () => {
    for (const db of locked.splice(0)) db.close();
  };
  try {
    for (const name of lockFiles) locked.push(lockFile(dataDir, join(dataDir, name)));
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

function lockFile(dataDir: string, path: string): DatabaseSync {
  const db = openLockFile(dataDir, path);
  try {
    db.exec('PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL) STRICT');
    db.exec(`BEGIN IMMEDIATE; DELETE FROM holder; INSERT INTO holder VALUES (${process.pid}); COMMIT`);
    db.exec('BEGIN IMMEDIATE');
    return db;
  } catch (error) {
    const holder = readLockHolder(db);
    db.close();
    if (!isDatabaseBusy(error)) throw toDataFolderError(dataDir, error, path) ?? error;
    const owner = holder === undefined ? 'another process' : `process ${holder}`;
    throw new DataFolderError(`The data folder ${dataDir} is in use by ${owner}.`, { cause: error });
  }
}

function ensureWritableFolder(dataDir: string): void {
  try {
    createFolder(resolve(dataDir));
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new DataFolderError(`The data folder ${dataDir} is not writable (${reason}).`, { cause: error });
  }
}

/** Node's recursive mkdir never returns if the parent exists but allows no new folders, as in /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) createFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function openLockFile(dataDir: string, path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw toDataFolderError(dataDir, error, path) ?? error;
  }
}

/** Other processes can read the file while it is locked, except during the first commit of its holder. */
function readLockHolder(db: DatabaseSync): number | undefined {
  try {
    return Number(db.prepare('SELECT pid FROM holder').get()?.['pid']) || undefined;
  } catch {
    return undefined; // the holder is writing its process id; that the folder is locked is certain
  }
}

function isDatabaseBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;
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
