import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Database } from '../../../electron/service/platform/db/database.ts';
import { getLatestVersion, type Migration } from '../../../electron/service/platform/db/migrate.ts';
import { openDatabase } from '../../../electron/service/platform/db/open-database.ts';
import { loadLibpq } from '../../../electron/service/platform/db/postgres/libpq.ts';
import { PostgresDatabase } from '../../../electron/service/platform/db/postgres/postgres-database.ts';
import { PostgresDatabases } from '../../../electron/service/platform/db/postgres/postgres-databases.ts';
import { SearchIndexFile } from '../../../electron/service/platform/db/postgres/search-index-file.ts';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import {
  createFileDatabases,
  databaseFile,
  type WorkspaceDatabases,
  type WorkspacePlace,
} from '../../../electron/service/platform/db/workspace-databases.ts';
import { fillSearchIndex } from '../../../electron/service/workspaces/fill-search-index.ts';
import { migrations as allMigrations } from '../../../electron/service/workspaces/migrations.ts';
import { testDatabaseVariable } from './test-database-variable.ts';

const url = process.env[testDatabaseVariable];
const connect = url ? await loadLibpq() : null;

/** Whether services of tests keep their workspaces on PostgreSQL. */
export const isOnPostgres = connect !== null;

/** Where the methods of the databases are. */
export const databasePrototype: Database = isOnPostgres ? PostgresDatabase.prototype : SqliteDatabase.prototype;

/** Returns where services of tests keep their workspaces. */
export function createTestDatabases(migrations: readonly Migration[] = allMigrations): WorkspaceDatabases {
  if (!connect || !url) return createFileDatabases(migrations);
  const databases = new PostgresDatabases({ connect, parameters: { dbname: url }, migrations });
  const findPlace = ({ dir }: WorkspacePlace) => ({ dir, id: getSchema(dir) });
  return {
    areOnServer: true,
    open: (place, mode) => databases.open(findPlace(place), mode),
    inspect: (place, read) => databases.inspect(findPlace(place), read),
  };
}

/** The services of tests share a server, and their IDs may be the same. A new workspace is in a folder that is renamed later. */
function getSchema(dir: string): string {
  const folder = createHash('sha256').update(dirname(dir)).digest('hex').slice(0, 12);
  return `${basename(dir).replace('.new-', '')}_${folder}`;
}

/** Opens or creates the database of a folder that no service uses. */
export function openTestDatabase(dir: string): Database {
  if (!isOnPostgres) return openDatabase(join(dir, databaseFile), allMigrations);
  return createTestDatabases().open({ id: '', dir }, { fillSearchIndex });
}

/** Opens the database of a workspace, which a service may use at the same time, as another program would. */
export function connectToWorkspace(dir: string): Database {
  if (!connect || !url) {
    const db = new SqliteDatabase(join(dir, databaseFile));
    db.execute('PRAGMA busy_timeout = 5000');
    return db;
  }
  const schemaVersion = getLatestVersion(allMigrations);
  return new PostgresDatabase({
    connection: connect({
      dbname: url,
      client_encoding: 'UTF8',
      options: `-c search_path="${getSchema(dir)}" -c timezone=UTC -c client_min_messages=warning`,
    }),
    schemaVersion,
    searchIndex: new SearchIndexFile(join(dir, 'cache', `search-index-${schemaVersion}.db`), ''),
  });
}

/** Reads or changes the database of a workspace, which a service may use at the same time. */
export function useWorkspaceDatabase<T>(dir: string, use: (db: Database) => T): T {
  const db = connectToWorkspace(dir);
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Makes each write of a connection fail. */
export const refuseWrites = (db: Database): void =>
  db.execute(isOnPostgres ? 'SET default_transaction_read_only = on' : 'PRAGMA query_only = ON');

export const allowWrites = (db: Database): void =>
  db.execute(isOnPostgres ? 'SET default_transaction_read_only = off' : 'PRAGMA query_only = OFF');

/** Makes each insertion of a row for which `condition` is true fail, or each other change, such as `UPDATE OF status`. */
export function rejectRows(db: Database, table: string, condition: string, change = 'INSERT'): void {
  if (!isOnPostgres)
    return db.execute(
      `CREATE TRIGGER reject_${table} BEFORE ${change} ON ${table} WHEN ${condition} BEGIN SELECT RAISE(ABORT, 'rejected'); END`,
    );
  db.execute(`
    CREATE FUNCTION reject_${table}() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'rejected'; END$$;
    CREATE TRIGGER reject_${table} BEFORE ${change} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION reject_${table}();
  `);
}

/** Accepts the rows that `rejectRows` refuses. */
export const acceptRows = (db: Database, table: string): void =>
  db.execute(isOnPostgres ? `DROP FUNCTION reject_${table} CASCADE` : `DROP TRIGGER reject_${table}`);

/** Lists the tables of a workspace, apart from the full-text tables of a file. */
export function listTables(db: Database): readonly string[] {
  const sql = isOnPostgres
    ? 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()'
    : `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`;
  return db.all<{ readonly name: string }>(sql).map(({ name }) => name);
}

/** Lets a connection store values that a table's checks refuse. On PostgreSQL, all connections can then. */
export function ignoreChecks(db: Database, table: string): void {
  if (!isOnPostgres) return db.execute('PRAGMA ignore_check_constraints = ON');
  const sql = `SELECT conname AS name FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype = 'c'`;
  for (const { name } of db.all<{ readonly name: string }>(sql))
    db.execute(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
}

/** Lets a connection store references to rows that do not exist. */
export const ignoreForeignKeys = (db: Database): void =>
  db.execute(isOnPostgres ? 'SET session_replication_role = replica' : 'PRAGMA foreign_keys = OFF');
