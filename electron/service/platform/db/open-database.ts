import { existsSync } from 'node:fs';
import { Problem } from '../../../../shared/problems.ts';
import { Database, type DatabaseOptions } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations, type Migration } from './migrations.ts';

/** Earlier versions can corrupt a WAL database that is written while it is checkpointed. */
const minimumSqliteVersion = [3, 51, 3] as const;

/** Marks the file as a Switchboard workspace in SQLite's header ("SwBd"). */
const applicationId = 0x53774264;

/**
 * Opens a workspace's database, checks it and brings its schema up to date; makes it when it is not there.
 * Throws Problem `workspace_unusable` when it is damaged, foreign, or of a newer Switchboard; the file is left as it was.
 */
export function openDatabase(path: string, known: readonly Migration[] = migrations): Database {
  const isNew = !existsSync(path);
  const db = openDatabaseFile(path);
  try {
    checkSqliteVersion(db);
    if (!isNew) checkDatabaseFile(db, known.length);
    db.execute(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA busy_timeout = 5000;
    `);
    if (isNew) db.execute(`PRAGMA application_id = ${applicationId}`);
    migrate(db, path, known);
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
 * Reads a little of a database without changing, checking or migrating it. Throws Problem `workspace_unusable` for what is
 * told at a glance: no database, another program's, or a newer schema.
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
  for (const [place, oldest] of minimumSqliteVersion.entries()) {
    const part = parts[place] ?? 0;
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
      `It was last used by a newer Switchboard (schema ${schema}, this one knows ${newestSchema}).`,
    );
  }
}

export function readSchemaVersion(db: Database): number {
  return Number(db.get('PRAGMA user_version')?.['user_version']);
}

function createUnusableProblem(why: string, cause?: unknown): Problem {
  return new Problem('workspace_unusable', `${why} Nothing in it was changed.`, { cause });
}
