import type { LibpqConnection } from './libpq.ts';
import { createUnavailableProblem, PostgresError } from './postgres-error.ts';
import { lockKey } from './workspace-lock.ts';

/** The process that serves a workspace, or did so until it ended. */
export type Owner = { readonly address: string; readonly backendPid: number };

/** A workspace of the directory. Without an owner, it was closed. */
export type ListedWorkspace = { readonly id: string; readonly owner: Owner | null };

/** The owners with the lock that each still holds, if any. A lock has its key in two halves. */
const ownersWithLocks = `(
  WITH held AS MATERIALIZED (
    SELECT pid, classid::bigint << 32 | objid::bigint AS key FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  )
  SELECT owner.*, pid FROM switchboard.owner
  LEFT JOIN held ON pid = backend_pid AND key = ${lockKey('workspace_id')}
) AS owners`;

const statements = {
  list: 'SELECT workspace_id FROM switchboard.workspace ORDER BY workspace_id',
  findByKey: `SELECT workspace_id, address, backend_pid FROM switchboard.api_key LEFT JOIN switchboard.owner USING (workspace_id)
    WHERE sha256 = $1`,
  findById: `SELECT workspace_id, address, backend_pid FROM switchboard.workspace LEFT JOIN switchboard.owner USING (workspace_id)
    WHERE workspace_id = $1`,
  findByOrganization: `SELECT workspace_id, address, backend_pid
    FROM switchboard.workspace LEFT JOIN switchboard.owner USING (workspace_id) WHERE org_id = $1`,
  release: `UPDATE switchboard.owner SET address = '', wake_at = now() + $3::integer * interval '1 second'
    WHERE workspace_id = $1 AND backend_pid = $2::integer`,
  listWaiting: `SELECT workspace_id FROM ${ownersWithLocks}
    WHERE coalesce(wake_at <= now(), TRUE) AND pid IS NULL ORDER BY random() LIMIT 20`,
  listAddresses: `SELECT DISTINCT address FROM switchboard.owner WHERE address <> ''`,
  isOpening: `SELECT TRUE FROM ${ownersWithLocks} WHERE address = $1 AND pid IS NOT NULL AND opening_until > now() LIMIT 1`,
  endOwners: `SELECT pg_terminate_backend(pid) FROM ${ownersWithLocks} WHERE address = $1 AND pid IS NOT NULL`,
  readSecret: 'SELECT secret FROM switchboard.secret WHERE account = $1',
  writeSecret: `INSERT INTO switchboard.secret (account, secret) VALUES ($1, $2)
    ON CONFLICT (account) DO UPDATE SET secret = excluded.secret`,
  removeSecret: 'DELETE FROM switchboard.secret WHERE account = $1 RETURNING account',
} as const;

/** The directory of a database, over a connection of its own, which is opened again after it was lost. */
export class Directory {
  readonly #connect: () => Promise<LibpqConnection>;
  readonly #onRead: (milliseconds: number) => void;
  #connection: LibpqConnection;
  #connecting: Promise<LibpqConnection> | undefined;

  /** `onRead` is called with the time of each read. */
  constructor(
    connection: LibpqConnection,
    connect: () => Promise<LibpqConnection>,
    onRead: (milliseconds: number) => void,
  ) {
    this.#connect = connect;
    this.#onRead = onRead;
    this.#connection = prepareAll(connection);
  }

  async listWorkspaceIds(): Promise<readonly string[]> {
    return (await this.#read('list')).map(([id]) => id ?? '');
  }

  /** Returns the workspace that accepts the API key with this hash. */
  async findByKey(secretHash: string): Promise<ListedWorkspace | undefined> {
    return toWorkspace(await this.#read('findByKey', secretHash));
  }

  async findById(workspaceId: string): Promise<ListedWorkspace | undefined> {
    return toWorkspace(await this.#read('findById', workspaceId));
  }

  async findByOrganization(orgId: string): Promise<ListedWorkspace | undefined> {
    return toWorkspace(await this.#read('findByOrganization', orgId));
  }

  /** Stores that an owner is about to close a workspace, and when it needs one again. */
  async release(workspaceId: string, backendPid: number, wakeAfterSeconds: number): Promise<void> {
    await this.#read('release', workspaceId, String(backendPid), String(wakeAfterSeconds));
  }

  /** Lists some workspaces that need an owner: the last one ended without closing it, or it is time for scheduled work. */
  async listWaitingIds(): Promise<readonly string[]> {
    return (await this.#read('listWaiting')).map(([id]) => id ?? '');
  }

  /** Lists the addresses of owners. */
  async listAddresses(): Promise<readonly string[]> {
    return (await this.#read('listAddresses')).map(([address]) => address ?? '');
  }

  /** Whether the node at an address opens an organization, for which it can be too busy to answer. */
  async isOpening(address: string): Promise<boolean> {
    return (await this.#read('isOpening', address)).length > 0;
  }

  /** Ends the connections with which the node at an address writes. It can then change nothing. */
  async endOwners(address: string): Promise<void> {
    await this.#read('endOwners', address);
  }

  async readSecret(account: string): Promise<string | null> {
    return (await this.#read('readSecret', account))[0]?.[0] ?? null;
  }

  async writeSecret(account: string, secret: string): Promise<void> {
    await this.#read('writeSecret', account, secret);
  }

  /** Resolves to false if there was no such secret. */
  async removeSecret(account: string): Promise<boolean> {
    return (await this.#read('removeSecret', account)).length > 0;
  }

  close(): void {
    this.#connection.close();
  }

  /** Throws Problem `unavailable` if the database is away. */
  async #read(
    statement: keyof typeof statements,
    ...values: readonly string[]
  ): Promise<readonly (readonly (string | null)[])[]> {
    const connection = this.#connection.isAlive() ? this.#connection : await this.#reconnect();
    const started = performance.now();
    try {
      return connection.query(statement, values, ({ rowCount, columns, readText }) =>
        Array.from({ length: rowCount }, (_, row) => columns.map((__, column) => readText(row, column))),
      );
    } catch (error) {
      if (error instanceof PostgresError && !connection.isAlive()) throw createUnavailableProblem(error);
      throw error;
    } finally {
      this.#onRead(performance.now() - started);
    }
  }

  #reconnect(): Promise<LibpqConnection> {
    this.#connecting ??= this.#connect()
      .then((connection) => {
        this.#connection.close();
        this.#connection = prepareAll(connection);
        return connection;
      })
      .finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }
}

function prepareAll(connection: LibpqConnection): LibpqConnection {
  for (const [name, sql] of Object.entries(statements)) connection.prepare(name, sql, []);
  return connection;
}

function toWorkspace([row]: readonly (readonly (string | null)[])[]): ListedWorkspace | undefined {
  const [id, address, backendPid] = row ?? [];
  if (id == null) return undefined;
  return { id, owner: address ? { address, backendPid: Number(backendPid) } : null };
}
