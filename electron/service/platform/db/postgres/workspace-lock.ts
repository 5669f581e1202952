import { createUnusableProblem } from '../unusable-problem.ts';
import type { WorkspaceDatabases } from '../workspace-databases.ts';
import { statementTimeout } from './connect-to-database.ts';
import type { LibpqConnection } from './libpq.ts';
import { PostgresError } from './postgres-error.ts';
import { readOne } from './read-one.ts';

/**
 * The right of this process to write a workspace, until its connection ends: the lock and the writes end together. It opens the
 * workspace once.
 */
export type WorkspaceLock = WorkspaceDatabases & {
  /** The process of PostgreSQL that holds the lock. */
  readonly backendPid: number;
  /** Whether the lock is held, as far as this computer knows. */
  readonly isHeld: () => boolean;
  readonly release: () => void;
};

/** Returns the key of the lock of a workspace, as SQL. */
export const lockKey = (workspaceId: string) => `hashtextextended('workspace ' || ${workspaceId}, 0)`;

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns whether the connection has the lock now. Does not wait. */
export function tryLockWorkspace(connection: LibpqConnection, workspaceId: string): boolean {
  const { locked } = readOne(connection, `SELECT pg_try_advisory_lock(${lockKey(quoteText(workspaceId))}) AS locked`);
  return locked === 't';
}

/** Stores where the owner of a workspace is reached; with an empty address, it has no internal listener. Returns its backend. */
export function announceOwner(connection: LibpqConnection, workspaceId: string, address: string): number {
  const { backend_pid } = readOne(
    connection,
    `INSERT INTO switchboard.owner (workspace_id, address, backend_pid)
     VALUES (${quoteText(workspaceId)}, ${quoteText(address)}, pg_backend_pid())
     ON CONFLICT (workspace_id) DO UPDATE SET address = excluded.address, backend_pid = excluded.backend_pid, wake_at = NULL,
       opening_until = NULL
     RETURNING backend_pid`,
  );
  return Number(backend_pid);
}

/**
 * Does work that can block this process for longer than the other nodes wait for a sign of life, such as the building of an index. They
 * wait for two minutes then.
 */
export function announceOpening(connection: LibpqConnection, workspaceId: string, work: () => void): void {
  const setUntil = (until: string) =>
    connection.execute(
      `UPDATE switchboard.owner SET opening_until = ${until} WHERE workspace_id = ${quoteText(workspaceId)}`,
    );
  setUntil(`now() + interval '2 minutes'`);
  connection.execute(`SET statement_timeout = '2min'`);
  work();
  connection.execute(`SET statement_timeout = '${statementTimeout}'`);
  setUntil('NULL');
}

/** Waits for the lock as long as for any other lock. For commands that are not servers. */
export function waitForWorkspaceLock(connection: LibpqConnection, workspaceId: string): void {
  try {
    readOne(connection, `SELECT pg_advisory_lock(${lockKey(quoteText(workspaceId))})`);
  } catch (error) {
    const isTaken = error instanceof PostgresError && error.sqlState === lockNotAvailable;
    throw isTaken ? createUnusableProblem('Another process serves it.', error) : error;
  }
}

const lockNotAvailable = '55P03';
