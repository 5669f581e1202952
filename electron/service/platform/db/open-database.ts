import { existsSync, rmSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Problem } from '../../../../shared/contract/problems.ts';
import { isStorageFull } from '../http/to-problem.ts';
import type { Database } from './database.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { getLatestVersion, migrate, type Migration } from './migrate.ts';
import { applicationId } from './unreleased-version.ts';
import { createUnusableProblem, requireKnownVersion } from './unusable-problem.ts';

/** Earlier versions can corrupt a WAL database that is written during a checkpoint. */
const minimumSqliteVersion = [3, 51, 3] as const;

/**
 * Opens or creates the database of a workspace, checks it and migrates it to the latest version. Throws Problem
 * `workspace_unusable` if it is damaged, belongs to another program, or was written by a newer or an unreleased Switchboard, or
 * the error of a full disk. No file is then changed: the checks use a connection that only reads, because an ordinary one would
 * copy the write-ahead log into the database when it is closed.
 */
export function openDatabase(path: string, migrations: readonly Migration[]): SqliteDatabase {
  if (existsSync(path)) readDatabase(path, (db) => checkDatabase(db, migrations));
  return openNewDatabase(path, migrations);
}

/** Opens a database that this process has just created and closed, without the check of all its pages. */
export function openNewDatabase(path: string, migrations: readonly Migration[]): SqliteDatabase {
  let db: SqliteDatabase | undefined;
  try {
    db = new SqliteDatabase(path);
    checkSqliteVersion(db);
    db.configure();
    migrate(db, path, migrations);
    // After a crash, the database can still contain text whose deletion is only in the write-ahead log.
    db.truncateLog();
    return db;
  } catch (error) {
    db?.close();
    throw isStorageFull(error) ? error : toUnusableProblem(error);
  }
}

/** Returns whether the tables are the latest version's, without a migration. */
export function hasLatestSchema(db: Database, migrations: readonly Migration[]): boolean {
  return db.schemaVersion === getLatestVersion(migrations);
}

/**
 * Opens a database that may be damaged for reading only; nothing can change it. Throws Problem `workspace_unusable` if it
 * cannot be read at all.
 */
export function openDamagedDatabase(path: string, migrations: readonly Migration[]): SqliteDatabase {
  const db = openReadOnly(path);
  try {
    checkDatabaseHeader(db, migrations);
    return db;
  } catch (error) {
    db.close();
    throw toUnusableProblem(error);
  }
}

/**
 * Reads from a database without changing, fully checking or migrating it. Throws Problem `workspace_unusable` if the file is
 * missing, empty or not a database, belongs to another program, or has a newer or an unreleased version.
 */
export function inspectDatabase<T>(path: string, migrations: readonly Migration[], read: (db: SqliteDatabase) => T): T {
  return readDatabase(path, (db) => {
    checkDatabaseHeader(db, migrations);
    return read(db);
  });
}

function readDatabase<T>(path: string, read: (db: SqliteDatabase) => T): T {
  const db = openReadOnly(path);
  // SQLite creates it next to a write-ahead log, even for a reader.
  const indexPath = `${path}-shm`;
  const hasIndex = existsSync(indexPath);
  try {
    return read(db);
  } catch (error) {
    throw toUnusableProblem(error);
  } finally {
    db.close();
    if (!hasIndex) rmSync(indexPath, { force: true });
  }
}

/** Without a write-ahead log, SQLite creates no file next to a database that is opened as immutable. */
function openReadOnly(path: string): SqliteDatabase {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) throw createUnusableProblem('Its database file is missing.');
    if (stats.isFile() && stats.size === 0) throw createUnusableProblem('Its database file is empty.');
    const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    const url = pathToFileURL(path);
    if (!hasLog) url.searchParams.set('immutable', '1');
    return new SqliteDatabase(url, { readOnly: true });
  } catch (error) {
    throw error instanceof Problem ? error : createUnusableProblem('Its database cannot be opened.', error);
  }
}

function checkSqliteVersion(db: SqliteDatabase): void {
  const version = String(db.get('SELECT sqlite_version() AS version')?.['version']);
  const parts = version.split('.').map(Number);
  for (const [index, oldest] of minimumSqliteVersion.entries()) {
    const part = parts[index] ?? 0;
    if (part > oldest) return;
    if (part < oldest)
      throw new Error(`SQLite ${version} is too old; ${minimumSqliteVersion.join('.')} or later is needed.`);
  }
}

function checkDatabase(db: SqliteDatabase, migrations: readonly Migration[]): void {
  checkDatabaseHeader(db, migrations);
  const damage = findDamage(db);
  if (damage !== null) throw createUnusableProblem('Its database is damaged.', new Error(damage));
}

/** Returns the first message of a check of all pages, which does not compare indexes with their tables; null if it passes. */
export function findDamage(db: SqliteDatabase): string | null {
  const message = db.get<{ readonly quick_check: string }>('PRAGMA quick_check(1)')?.quick_check;
  return message === 'ok' ? null : (message ?? 'The check returned nothing.');
}

function checkDatabaseHeader(db: SqliteDatabase, migrations: readonly Migration[]): void {
  const foundId = Number(db.get('PRAGMA application_id')?.['application_id']);
  if (foundId !== applicationId) throw createUnusableProblem('Its database belongs to another program.');
  requireKnownVersion(db.schemaVersion, getLatestVersion(migrations));
}

const sqliteCorruptCode = 11;
const sqliteNotDatabaseCode = 26;

function toUnusableProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (code === sqliteNotDatabaseCode) return createUnusableProblem('Its database file is not a database.', error);
  if (code === sqliteCorruptCode) return createUnusableProblem('Its database is damaged or incomplete.', error);
  return createUnusableProblem('Its database cannot be read.', error);
}
