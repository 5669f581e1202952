import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { objectSchema } from '../../files/bucket/object-queries.ts';
import { getLatestVersion, type Migration } from '../migrate.ts';
import { createUnusableProblem, requireKnownVersion } from '../unusable-problem.ts';
import type { OpenMode, WorkspaceDatabases, WorkspacePlace } from '../workspace-databases.ts';
import { openBucketOwner, type OpenBucketOwner } from './bucket-owner.ts';
import { checkDatabase } from './check-database.ts';
import {
  connectInBackground,
  connectToDatabase,
  explainPostgresError,
  withoutTimeouts,
} from './connect-to-database.ts';
import { Directory } from './directory.ts';
import { directorySchema, directoryTriggers } from './directory-tables.ts';
import type { ConnectLibpq, LibpqConnection } from './libpq.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { createUnavailableProblem, PostgresError } from './postgres-error.ts';
import { readOne } from './read-one.ts';
import { indexStateSchema, SearchIndexFile } from './search-index-file.ts';
import { supportObjects } from './support-objects.ts';
import { translateTables } from './translate-tables.ts';
import {
  announceOpening,
  announceOwner,
  tryLockWorkspace,
  waitForWorkspaceLock,
  type WorkspaceLock,
} from './workspace-lock.ts';

type PostgresDatabasesOptions = {
  readonly connect: ConnectLibpq;
  /** Parameters of libpq, such as `dbname` with a URL. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly migrations: readonly Migration[];
  /** The folder of the search indexes of this process; by default, each is in the folder of its workspace. */
  readonly cacheDir?: string;
};

/** The databases of workspaces on a PostgreSQL server: each is a schema, which has the ID of the workspace as its name. */
export class PostgresDatabases implements WorkspaceDatabases {
  readonly areOnServer = true;
  readonly #options: PostgresDatabasesOptions;

  constructor(options: PostgresDatabasesOptions) {
    this.#options = options;
  }

  /** Waits until no other process serves the workspace. */
  open(place: WorkspacePlace, mode: OpenMode): PostgresDatabase {
    return this.#use((connection) => {
      waitForWorkspaceLock(connection, place.id);
      return this.#open(place, connection, mode);
    });
  }

  /**
   * Creates a workspace that `fill` fills, in one transaction: if it throws, or the process ends, there is none. A server then opens it
   * without a request, because it can have unfinished work.
   */
  create<T>(place: WorkspacePlace, fill: (db: PostgresDatabase) => T): T {
    return this.#use((connection) => {
      waitForWorkspaceLock(connection, place.id);
      if (hasTables(connection, place.id)) throw createUnusableProblem('It is in the database already.');
      connection.execute(directorySchema);
      const db = this.#createDatabase(place, connection, getLatestVersion(this.#options.migrations));
      try {
        return db.transaction(() => {
          connection.execute(withoutTimeouts);
          this.#createTables(connection, quoteName(place.id));
          announceOwner(connection, place.id, '');
          return fill(db);
        });
      } finally {
        db.close();
      }
    });
  }

  inspect<T>(place: WorkspacePlace, read: (db: PostgresDatabase) => T): T {
    return this.#use((connection) => this.#read(place, connection, read));
  }

  /**
   * Makes this process the only one that writes the workspace, and announces it as the owner with its address. Resolves to null if
   * another process is. Rejects with Problem `unavailable` if the database is.
   */
  async lock(workspaceId: string, address: string): Promise<WorkspaceLock | null> {
    const connection = await this.#connectInBackground();
    try {
      if (tryLockWorkspace(connection, workspaceId)) {
        const backendPid = announceOwner(connection, workspaceId, address);
        return this.#useLock(connection, backendPid);
      }
    } catch (error) {
      connection.close();
      throw error instanceof PostgresError ? createUnavailableProblem(error) : error;
    }
    connection.close();
    return null;
  }

  /** Checks the database and opens its directory. Throws Problem `workspace_unusable` with one sentence for the operator. */
  openDirectory(onRead: (milliseconds: number) => void = () => {}): Directory {
    return this.#use((connection) => {
      checkDatabase(connection);
      connection.execute(directorySchema);
      return new Directory(connection, () => this.#connectInBackground(), onRead);
    });
  }

  /** Opens a connection that reads and stores whether the files of this database are in a bucket. */
  openBucketOwner(): OpenBucketOwner {
    return this.#use(openBucketOwner);
  }

  #useLock(connection: LibpqConnection, backendPid: number): WorkspaceLock {
    let isOpened = false;
    const inspectBefore: WorkspaceDatabases['inspect'] = (place, read) => {
      const value = this.#read(place, { ...connection, close: () => {} }, read);
      connection.execute('DEALLOCATE ALL');
      return value;
    };
    return {
      areOnServer: true,
      backendPid,
      isHeld: () => connection.isAlive(),
      release: () => connection.close(),
      open: (place, mode) => {
        isOpened = true;
        return this.#open(place, connection, mode);
      },
      inspect: (place, read) => (isOpened ? this.inspect(place, read) : inspectBefore(place, read)),
    };
  }

  #read<T>(place: WorkspacePlace, connection: LibpqConnection, read: (db: PostgresDatabase) => T): T {
    if (!hasTables(connection, place.id)) throw createUnusableProblem('Its schema is missing from the database.');
    const db = this.#connect(place, connection);
    try {
      return read(db);
    } finally {
      db.close();
    }
  }

  #open(place: WorkspacePlace, connection: LibpqConnection, mode: OpenMode): PostgresDatabase {
    if (mode.isReadOnly) throw createUnusableProblem('A workspace on a database server has no read-only mode.');
    if (hasTables(connection, place.id)) this.#migrate(connection, place.id);
    else {
      connection.execute(directorySchema);
      runTransaction(connection, () => this.#createTables(connection, quoteName(place.id)));
    }
    const db = this.#connect(place, connection);
    if (!db.isSearchIndexCurrent)
      announceOpening(connection, place.id, () => db.rebuildSearchIndex(() => mode.fillSearchIndex(db)));
    return db;
  }

  #connect(place: WorkspacePlace, connection: LibpqConnection): PostgresDatabase {
    return this.#createDatabase(place, connection, this.#selectSchema(connection, place.id));
  }

  #createDatabase(place: WorkspacePlace, connection: LibpqConnection, version: number): PostgresDatabase {
    const { cacheDir: ownCacheDir } = this.#options;
    const cacheDir = ownCacheDir === undefined ? join(place.dir, 'cache') : join(ownCacheDir, place.id);
    mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
    const indexSchema = this.#options.migrations.map(({ up }) => translateTables(up).searchIndex).join('');
    const path = join(cacheDir, `search-index-${version}.db`);
    return new PostgresDatabase({
      connection,
      schemaVersion: version,
      searchIndex: new SearchIndexFile(path, indexSchema),
    });
  }

  /** Applies the pending migrations in one transaction. */
  #migrate(connection: LibpqConnection, workspaceId: string): void {
    const current = this.#selectSchema(connection, workspaceId);
    const pending = this.#options.migrations.filter(({ version }) => version > current);
    if (pending.length === 0) return;
    announceOpening(connection, workspaceId, () =>
      runTransaction(connection, () => {
        connection.execute('SET LOCAL statement_timeout = 0');
        for (const { up } of pending) connection.execute(translateTables(up).tables);
        connection.execute(`UPDATE schema_version SET version = ${getLatestVersion(pending)}`);
      }),
    );
  }

  /** Makes a schema the current one of the connection, and returns its version. Throws Problem `workspace_unusable`. */
  #selectSchema(connection: LibpqConnection, schema: string): number {
    connection.execute(`SET search_path = ${quoteName(schema)}`);
    const version = Number(readOne(connection, 'SELECT version FROM schema_version')['version']);
    requireKnownVersion(version, getLatestVersion(this.#options.migrations));
    return version;
  }

  #createTables(connection: LibpqConnection, schema: string): void {
    const { migrations } = this.#options;
    connection.execute(`CREATE SCHEMA ${schema}; SET LOCAL search_path = ${schema}`);
    connection.execute(supportObjects);
    for (const { up } of migrations) connection.execute(translateTables(up).tables);
    connection.execute(indexStateSchema);
    connection.execute(objectSchema);
    connection.execute(directoryTriggers);
    connection.execute(`INSERT INTO schema_version VALUES (${getLatestVersion(migrations)})`);
  }

  /** Opens a connection, and closes it if `use` throws. */
  #use<T>(use: (connection: LibpqConnection) => T): T {
    let connection: LibpqConnection | undefined;
    try {
      connection = connectToDatabase(this.#options.connect, this.#options.parameters);
      return use(connection);
    } catch (error) {
      connection?.close();
      throw error instanceof PostgresError ? explainPostgresError(error) : error;
    }
  }

  async #connectInBackground(): Promise<LibpqConnection> {
    try {
      return await connectInBackground(this.#options.connect, this.#options.parameters);
    } catch (error) {
      throw error instanceof PostgresError ? createUnavailableProblem(explainPostgresError(error)) : error;
    }
  }
}

function runTransaction(connection: LibpqConnection, work: () => void): void {
  connection.execute('BEGIN');
  try {
    work();
    connection.execute('COMMIT');
  } catch (error) {
    if (connection.isAlive()) connection.execute('ROLLBACK');
    throw error;
  }
}

function hasTables(connection: LibpqConnection, schema: string): boolean {
  const { count } = readOne(
    connection,
    `SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = '${schema}' AND tablename = 'schema_version'`,
  );
  return count !== '0';
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
