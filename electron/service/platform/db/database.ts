import { close, existsSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite';
import { syncFolder } from '../files/sync-file.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Another connection writes for a few milliseconds at most. */
const busyTimeoutMs = 5000;

/** The settings of the connection of an open workspace. */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA busy_timeout = ${busyTimeoutMs};
`;

export type DatabaseOptions = { readonly readOnly?: boolean };

/**
 * The database of a workspace. Statements are prepared once and kept; parameters are always bound.
 * Rows are returned as SQLite has them: the caller names their type, which the STRICT schema guarantees.
 */
export class Database {
  /** Not to be kept: `replaceFile` opens another. */
  sqlite: DatabaseSync;
  readonly isReadOnly: boolean;
  readonly #statements = new Map<string, StatementSync>();
  #isInTransaction = false;
  /** Run in this order after the COMMIT of the open transaction. */
  #afterCommit = new Set<() => void>();
  #isOpen = true;
  #hasUnsyncedCommit = false;

  constructor(path: string | URL, options: DatabaseOptions = {}) {
    this.sqlite = new DatabaseSync(path, options);
    this.isReadOnly = options.readOnly ?? false;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Returns whether the latest transaction was a bulk transaction, which a power failure can undo. */
  get hasUnsyncedCommit(): boolean {
    return this.#hasUnsyncedCommit;
  }

  get<R extends object = Row>(sql: string, ...values: readonly SQLInputValue[]): R | undefined {
    return this.#prepare(sql).get(...values) as R | undefined; // STRICT tables contain the types of the schema
  }

  all<R extends object = Row>(sql: string, ...values: readonly SQLInputValue[]): readonly R[] {
    return this.#prepare(sql).all(...values) as unknown as readonly R[]; // as above
  }

  /** Runs one statement. Returns the number of changed rows and the last row id. */
  run(sql: string, ...values: readonly SQLInputValue[]): { readonly changes: number; readonly rowId: number } {
    const result = this.#prepare(sql).run(...values);
    return { changes: Number(result.changes), rowId: Number(result.lastInsertRowid) };
  }

  /** Runs statements without parameters, such as a schema or a pragma. */
  execute(sql: string): void {
    this.sqlite.exec(sql);
  }

  /** Stores everything that `work` writes, or nothing if it throws. A nested call joins the outermost transaction. */
  transaction<T>(work: () => T): T {
    return this.#isInTransaction ? work() : this.#runTransaction(work, true);
  }

  /**
   * Runs a transaction of derived data that can be rebuilt, such as the chunks of a document: it is not synced to the disk
   * by itself. Such rows become visible only through a later ordinary transaction, which is synced.
   */
  bulkTransaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work();
    return this.#runTransaction(work, false);
  }

  /**
   * Calls `callback` once the open transaction has been committed, in the order of registration; once, even if it is registered
   * again. A rollback drops it. Outside a transaction, `callback` is called immediately.
   */
  afterCommit(callback: () => void): void {
    if (this.#isInTransaction) this.#afterCommit.add(callback);
    else callback();
  }

  /**
   * Copies the write-ahead log into the database and empties it, so that neither contains deleted data. Returns false, without
   * waiting, while another connection reads the database.
   */
  truncateLog(): boolean {
    this.sqlite.exec('PRAGMA busy_timeout = 0');
    try {
      return this.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0;
    } finally {
      this.sqlite.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  /**
   * Writes the whole database again, so that its unused space contains no deleted data. `secure_delete` overwrites a deleted row,
   * but not the copies of it that are left in a page when rows are moved to another. Takes about a second for 100 MB.
   */
  rewrite(): void {
    this.sqlite.exec('VACUUM');
    this.truncateLog();
  }

  /** Prepares the connection for reading and writing a workspace. */
  configure(): void {
    this.sqlite.exec(settings);
  }

  /** Changes with every change of a row, by this connection or another. */
  get version(): string {
    return Object.values(
      this.get('SELECT total_changes() AS own, data_version AS others FROM pragma_data_version') ?? {},
    ).join(':');
  }

  /**
   * Replaces the file by a synced copy of it, in a few milliseconds. Returns false and changes nothing if another connection
   * uses the database.
   */
  replaceFile(copyPath: string): boolean {
    const path = this.sqlite.location();
    if (path === null || this.#isInTransaction || !this.truncateLog()) return false;
    this.#statements.clear();
    this.sqlite.close();
    try {
      // The last connection deletes the log. That of another would be applied to the copy.
      if (existsSync(`${path}-wal`)) return false;
      replaceByRename(copyPath, path);
      return true;
    } finally {
      this.sqlite = new DatabaseSync(path);
      this.configure();
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#statements.clear();
    this.sqlite.close();
  }

  #runTransaction<T>(work: () => T, isSynced: boolean): T {
    let result: T;
    let callbacks: ReadonlySet<() => void> = new Set();
    if (!isSynced) this.sqlite.exec('PRAGMA synchronous = NORMAL');
    try {
      this.sqlite.exec('BEGIN IMMEDIATE');
      this.#isInTransaction = true;
      result = work();
      this.sqlite.exec('COMMIT');
      this.#hasUnsyncedCommit = !isSynced;
      callbacks = this.#afterCommit;
    } catch (error) {
      if (this.sqlite.isTransaction) this.sqlite.exec('ROLLBACK');
      throw error;
    } finally {
      this.#isInTransaction = false;
      this.#afterCommit = new Set();
      if (!isSynced) this.sqlite.exec('PRAGMA synchronous = FULL');
    }
    runAll(callbacks);
    return result;
  }

  #prepare(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/**
 * Frees the space of the replaced file on another thread, which takes 40 ms for 140 MB: it ends with its last descriptor.
 * Windows does not replace a file that is open.
 */
function replaceByRename(from: string, to: string): void {
  const descriptor = process.platform === 'win32' ? null : openSync(to, 'r');
  try {
    renameSync(from, to);
    syncFolder(dirname(to));
  } finally {
    if (descriptor !== null) close(descriptor);
  }
}

/** Runs every callback, even if one throws, and then throws the first error. */
function runAll(callbacks: Iterable<() => void>): void {
  const errors: unknown[] = [];
  for (const callback of callbacks) {
    try {
      callback();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
