import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { getLatestVersion, type Migration } from '../migrate.ts';
import type { OpenMode, WorkspaceDatabases, WorkspacePlace } from '../workspace-databases.ts';
import type { ConnectLibpq, LibpqConnection } from './libpq.ts';
import { directorySchema, directoryTriggers, openDirectory, type Directory } from './directory.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { PostgresError } from './postgres-error.ts';
import { indexStateSchema, SearchIndexFile } from './search-index-file.ts';
import { supportObjects } from './support-objects.ts';
import { translateTables } from './translate-tables.ts';

type PostgresDatabasesOptions = {
  readonly connect: ConnectLibpq;
  /** Parameters of libpq, such as `dbname` with a URL. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly migrations: readonly Migration[];
};

/** Settings of a connection. A call blocks the process, so no query may run or wait for long. Texts are exchanged as UTF-8. */
const sessionSettings = `
  SET client_encoding = 'UTF8';
  SET client_min_messages = error;
  SET statement_timeout = '30s';
  SET lock_timeout = '10s';
  SET idle_in_transaction_session_timeout = '60s';
  SET timezone = 'UTC';
  SET synchronous_commit = on;
`;

/** Settings of libpq, unless the URL has others. A connection that is cut is noticed within half a minute. */
const defaultParameters = {
  application_name: 'switchboard',
  connect_timeout: '10',
  keepalives_idle: '10',
  keepalives_interval: '5',
  keepalives_count: '3',
  tcp_user_timeout: '20000',
  target_session_attrs: 'read-write',
} as const;

/** The databases of workspaces on a PostgreSQL server: each is a schema, which has the ID of the workspace as its name. */
export class PostgresDatabases implements WorkspaceDatabases {
  readonly #options: PostgresDatabasesOptions;

  constructor(options: PostgresDatabasesOptions) {
    this.#options = options;
  }

  open(place: WorkspacePlace, { isReadOnly, fillSearchIndex }: OpenMode): PostgresDatabase {
    if (isReadOnly) throw createUnusableProblem('A workspace on a database server has no read-only mode.');
    return this.#use((connection) => {
      const schema = quoteName(place.id);
      lock(connection, place.id);
      if (!hasTables(connection, place.id)) this.#createTables(connection, schema);
      const db = this.#connect(place, connection);
      if (!db.isSearchIndexCurrent) db.rebuildSearchIndex(() => fillSearchIndex(db));
      return db;
    });
  }

  inspect<T>(place: WorkspacePlace, read: (db: PostgresDatabase) => T): T {
    return this.#use((connection) => {
      if (!hasTables(connection, place.id)) throw createUnusableProblem('Its schema is missing from the database.');
      const db = this.#connect(place, connection);
      try {
        return read(db);
      } finally {
        db.close();
      }
    });
  }

  /** Opens the directory. Its connection stays open until the process ends. */
  openDirectory(): Directory {
    return this.#use(openDirectory);
  }

  #connect(place: WorkspacePlace, connection: LibpqConnection): PostgresDatabase {
    connection.execute(`SET search_path = ${quoteName(place.id)}`);
    const { version } = readOne(connection, 'SELECT version FROM schema_version');
    const latest = getLatestVersion(this.#options.migrations);
    if (Number(version) > latest) {
      const reason = `It was last opened by a newer Switchboard: its schema version is ${version}, and this version supports up to ${latest}.`;
      throw createUnusableProblem(reason);
    }
    const cacheDir = join(place.dir, 'cache');
    mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
    const indexSchema = this.#options.migrations.map(({ up }) => translateTables(up).searchIndex).join('');
    const path = join(cacheDir, `search-index-${version}.db`);
    return new PostgresDatabase({
      connection,
      schemaVersion: Number(version),
      searchIndex: new SearchIndexFile(path, indexSchema),
    });
  }

  #createTables(connection: LibpqConnection, schema: string): void {
    const { migrations } = this.#options;
    connection.execute(directorySchema);
    connection.execute(`BEGIN; CREATE SCHEMA ${schema}; SET LOCAL search_path = ${schema}`);
    connection.execute(supportObjects);
    for (const { up } of migrations) connection.execute(translateTables(up).tables);
    connection.execute(indexStateSchema);
    connection.execute(directoryTriggers);
    connection.execute(`INSERT INTO schema_version VALUES (${getLatestVersion(migrations)}); COMMIT`);
  }

  /** Opens a connection, and closes it if `use` throws. */
  #use<T>(use: (connection: LibpqConnection) => T): T {
    let connection: LibpqConnection | undefined;
    try {
      connection = this.#options.connect({ ...defaultParameters, ...this.#options.parameters });
      connection.execute(sessionSettings);
      return use(connection);
    } catch (error) {
      connection?.close();
      if (error instanceof PostgresError)
        throw createUnusableProblem(`Its database cannot be used: ${error.message}.`, error);
      throw error;
    }
  }
}

/**
 * Makes this connection the only one that writes the workspace, until it ends: the lock and its writes end together. Waits for the lock
 * as long as for any other.
 */
function lock(connection: LibpqConnection, schema: string): void {
  try {
    readOne(connection, `SELECT pg_advisory_lock(hashtextextended('workspace ${schema}', 0))`);
  } catch (error) {
    const isTaken = error instanceof PostgresError && error.sqlState === lockNotAvailable;
    throw isTaken ? createUnusableProblem('Another process serves it.', error) : error;
  }
}

const lockNotAvailable = '55P03';

function hasTables(connection: LibpqConnection, schema: string): boolean {
  const { count } = readOne(
    connection,
    `SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = '${schema}' AND tablename = 'schema_version'`,
  );
  return count !== '0';
}

/** Returns the first row of a query without parameters. */
function readOne(connection: LibpqConnection, sql: string): Readonly<Record<string, string | null>> {
  connection.prepare('', sql, []);
  return connection.query('', [], ({ columns, readText }) =>
    Object.fromEntries(columns.map(({ name }, column) => [name, readText(0, column)])),
  );
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

function createUnusableProblem(reason: string, cause?: unknown): Problem {
  return new Problem('workspace_unusable', `${reason} Nothing in it was changed.`, { cause });
}
