import { close, existsSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { syncFolder } from '../files/sync-file.ts';
import type { Database, DatabaseFile, Row, SqlValue } from './database.ts';
import { Transactions } from './transactions.ts';

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

/** A database in a SQLite file. Rows are returned as SQLite has them: STRICT tables contain the types of the schema. */
export class SqliteDatabase implements Database, DatabaseFile {
  /** Not to be kept: `replaceFile` opens another. */
  sqlite: DatabaseSync;
  readonly isReadOnly: boolean;
  readonly file: DatabaseFile = this;
  /** The file has the full-text tables, too. */
  readonly searchIndex: SqliteDatabase = this;
  readonly #statements = new Map<string, StatementSync>();
  readonly #transactions = new Transactions();
  #isOpen = true;
  #hasUnsyncedCommit = false;

  constructor(path: string | URL, options: DatabaseOptions = {}) {
    this.sqlite = new DatabaseSync(path, options);
    this.isReadOnly = options.readOnly ?? false;
  }

  get path(): string | null {
    return this.sqlite.location();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get hasUnsyncedCommit(): boolean {
    return this.#hasUnsyncedCommit;
  }

  get<R extends object = Row>(sql: string, ...values: readonly SqlValue[]): R | undefined {
    return this.#prepare(sql).get(...values) as R | undefined; // STRICT tables contain the types of the schema
  }

  all<R extends object = Row>(sql: string, ...values: readonly SqlValue[]): readonly R[] {
    return this.#prepare(sql).all(...values) as unknown as readonly R[]; // as above
  }

  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number } {
    return { changes: Number(this.#prepare(sql).run(...values).changes) };
  }

  /** Runs statements without parameters, such as a schema or a pragma. */
  execute(sql: string): void {
    this.sqlite.exec(sql);
  }

  transaction<T>(work: () => T): T {
    return this.#runTransaction(work, true);
  }

  bulkTransaction<T>(work: () => T): T {
    return this.#runTransaction(work, false);
  }

  afterCommit(callback: () => void): void {
    this.#transactions.afterCommit(callback);
  }

  truncateLog(): boolean {
    this.sqlite.exec('PRAGMA busy_timeout = 0');
    try {
      return this.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0;
    } finally {
      this.sqlite.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  rewrite(): void {
    this.sqlite.exec('VACUUM');
    this.truncateLog();
  }

  /** Prepares the connection for reading and writing a workspace. */
  configure(): void {
    this.sqlite.exec(settings);
  }

  get schemaVersion(): number {
    return Number(this.get('PRAGMA user_version')?.['user_version']);
  }

  get version(): string {
    return Object.values(
      this.get('SELECT total_changes() AS own, data_version AS others FROM pragma_data_version') ?? {},
    ).join(':');
  }

  replaceFile(copyPath: string): boolean {
    const path = this.path;
    if (path === null || this.#transactions.isOpen || !this.truncateLog()) return false;
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
    return this.#transactions.run(work, {
      begin: () => {
        if (!isSynced) this.sqlite.exec('PRAGMA synchronous = NORMAL');
        this.sqlite.exec('BEGIN IMMEDIATE');
      },
      commit: () => {
        this.sqlite.exec('COMMIT');
        this.#hasUnsyncedCommit = !isSynced;
        if (!isSynced) this.sqlite.exec('PRAGMA synchronous = FULL');
      },
      rollback: () => {
        if (this.sqlite.isTransaction) this.sqlite.exec('ROLLBACK');
        if (!isSynced) this.sqlite.exec('PRAGMA synchronous = FULL');
      },
    });
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
