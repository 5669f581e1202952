import { existsSync, rmSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Problem } from '../../../../shared/contract/problems.ts';
import { isStorageFull } from '../http/to-problem.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations, type Migration } from './migrations.ts';

/** Earlier versions can corrupt a WAL database that is written during a checkpoint. */
const minimumSqliteVersion = [3, 51, 3] as const;

/** Marks the file as a Switchboard workspace in SQLite's header ("SwBd"). */
const applicationId = 0x53774264;

/**
 * Opens or creates the database of a workspace, checks it and migrates it to the latest schema. Throws Problem
 * `workspace_unusable` if it is damaged, belongs to another program, or was written by a newer Switchboard, or the error of a
 * full disk. No file is then changed: the checks use a connection that only reads, because an ordinary one would copy the write-ahead log into the
 * database when it is closed.
 */
export function openDatabase(path: string, supported: readonly Migration[] = migrations): Database {
  if (existsSync(path)) readDatabase(path, (db) => checkDatabase(db, supported.length));
  return connect(path, supported);
}

/** Opens a database that this process has just created and closed, without the check of all its pages. */
export function openNewDatabase(path: string): Database {
  return connect(path, migrations);
}

function connect(path: string, supported: readonly Migration[]): Database {
  const isNew = !existsSync(path);
  let db: Database | undefined;
  try {
    db = new Database(path);
    checkSqliteVersion(db);
    db.configure();
    if (isNew) db.execute(`PRAGMA application_id = ${applicationId}`);
    migrate(db, path, supported);
    // After a crash, the database can still contain text whose deletion is only in the write-ahead log.
    db.truncateLog();
    return db;
  } catch (error) {
    db?.close();
    throw isStorageFull(error) ? error : toUnusableProblem(error);
  }
}

/** Returns whether the tables are those that this version reads, without a migration. */
export function hasLatestSchema(db: Database): boolean {
  return readSchemaVersion(db) === migrations.length;
}

/**
 * Opens a database that may be damaged for reading only; nothing can change it. Throws Problem `workspace_unusable` if it
 * cannot be read at all.
 */
export function openDamagedDatabase(path: string): Database {
  const db = openReadOnly(path);
  try {
    checkDatabaseHeader(db, migrations.length);
    return db;
  } catch (error) {
    db.close();
    throw toUnusableProblem(error);
  }
}

/**
 * Reads from a database without changing, fully checking or migrating it. Throws Problem `workspace_unusable` if the file is
 * missing, empty or not a database, belongs to another program, or has a newer schema.
 */
export function inspectDatabase<T>(path: string, read: (db: Database) => T): T {
  return readDatabase(path, (db) => {
    checkDatabaseHeader(db, migrations.length);
    return read(db);
  });
}

function readDatabase<T>(path: string, read: (db: Database) => T): T {
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
function openReadOnly(path: string): Database {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) throw createUnusableProblem('Its database file is missing.');
    if (stats.isFile() && stats.size === 0) throw createUnusableProblem('Its database file is empty.');
    const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    const url = pathToFileURL(path);
    if (!hasLog) url.searchParams.set('immutable', '1');
    return new Database(url, { readOnly: true });
  } catch (error) {
    throw error instanceof Problem ? error : createUnusableProblem('Its database cannot be opened.', error);
  }
}

function checkSqliteVersion(db: Database): void {
  const version = String(db.get('SELECT sqlite_version() AS version')?.['version']);
  const parts = version.split('.').map(Number);
  for (const [index, oldest] of minimumSqliteVersion.entries()) {
    const part = parts[index] ?? 0;
    if (part > oldest) return;
    if (part < oldest)
      throw new Error(`SQLite ${version} is too old; ${minimumSqliteVersion.join('.')} or later is needed.`);
  }
}

function checkDatabase(db: Database, newestSchema: number): void {
  checkDatabaseHeader(db, newestSchema);
  const damage = findDamage(db);
  if (damage !== null) throw createUnusableProblem('Its database is damaged.', new Error(damage));
}

/** Returns the first message of a check of all pages, which does not compare indexes with their tables; null if it passes. */
export function findDamage(db: Database): string | null {
  const message = db.get<{ readonly quick_check: string }>('PRAGMA quick_check(1)')?.quick_check;
  return message === 'ok' ? null : (message ?? 'The check returned nothing.');
}

function checkDatabaseHeader(db: Database, newestSchema: number): void {
  const foundId = Number(db.get('PRAGMA application_id')?.['application_id']);
  if (foundId !== applicationId) throw createUnusableProblem('Its database belongs to another program.');
  const schema = readSchemaVersion(db);
  if (schema > newestSchema) {
    throw createUnusableProblem(
      `It was last opened by a newer Switchboard: its schema version is ${schema}, and this version supports up to ${newestSchema}.`,
    );
  }
}

export function readSchemaVersion(db: Database): number {
  return Number(db.get('PRAGMA user_version')?.['user_version']);
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

function createUnusableProblem(reason: string, cause?: unknown): Problem {
  return new Problem('workspace_unusable', `${reason} Nothing in it was changed.`, { cause });
}
