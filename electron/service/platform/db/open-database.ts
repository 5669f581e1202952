import { existsSync } from 'node:fs';
import { Problem } from '../../../../shared/problems.ts';
import { Database, type DatabaseOptions } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations, type Migration } from './migrations.ts';

/** Earlier versions can corrupt a WAL database that is written during a checkpoint. */
const minimumSqliteVersion = [3, 51, 3] as const;

/** Marks the file as a Switchboard workspace in SQLite's header ("SwBd"). */
const applicationId = 0x53774264;

/**
 * Opens or creates the database of a workspace, checks it and migrates it to the latest schema. Throws Problem
 * `workspace_unusable` if it is damaged, belongs to another program, or was written by a newer Switchboard. The file is then
 * unchanged.
 */
export function openDatabase(path: string, supported: readonly Migration[] = migrations): Database {
  const isNew = !existsSync(path);
  const db = openDatabaseFile(path);
  try {
    checkSqliteVersion(db);
    if (!isNew) checkDatabaseFile(db, supported.length);
    db.execute(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA busy_timeout = 5000;
    `);
    if (isNew) db.execute(`PRAGMA application_id = ${applicationId}`);
    migrate(db, path, supported);
    return db;
  } catch (error) {
    db.close();
    throw error instanceof Problem ? error : createUnusableProblem('Its database cannot be read.', error);
  }
}

function openDatabaseFile(path: string, options: DatabaseOptions = {}): Database {
  try {
    return new Database(path, options);
  } catch (error) {
    throw createUnusableProblem('Its database cannot be opened.', error);
  }
}

/**
 * Reads from a database without changing, fully checking or migrating it. Throws Problem `workspace_unusable` if the file is
 * not a database, belongs to another program, or has a newer schema.
 */
export function inspectDatabase<T>(path: string, read: (db: Database) => T): T {
  const db = openDatabaseFile(path, { readOnly: true });
  try {
    checkDatabaseHeader(db, migrations.length);
    return read(db);
  } catch (error) {
    throw error instanceof Problem ? error : createUnusableProblem('Its database cannot be read.', error);
  } finally {
    db.close();
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

function checkDatabaseFile(db: Database, newestSchema: number): void {
  const quickCheck = db.all<{ quick_check: string }>('PRAGMA quick_check(1)')[0]?.quick_check;
  if (quickCheck !== 'ok') throw createUnusableProblem('Its database is damaged.', new Error(quickCheck));
  checkDatabaseHeader(db, newestSchema);
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

function createUnusableProblem(reason: string, cause?: unknown): Problem {
  return new Problem('workspace_unusable', `${reason} Nothing in it was changed.`, { cause });
}
