export type Row = Readonly<Record<string, unknown>>;

/** A bound parameter of a statement. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/**
 * The database of a workspace. Statements are prepared once and kept; parameters are always bound. Calls block, so that nothing can
 * happen in the middle of a transaction. The caller names the type of the rows, which the schema guarantees.
 */
export type Database = {
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
  /** Whether the latest transaction was a bulk transaction, which a power failure can undo. */
  readonly hasUnsyncedCommit: boolean;
  /** The version of the tables; 0 if there are none yet. */
  readonly schemaVersion: number;
  /** The SQLite database with the full-text tables. */
  readonly searchIndex: SearchIndex;
  /** The file of the database; null if it is on a database server. */
  readonly file: DatabaseFile | null;

  readonly get: <R extends object = Row>(sql: string, ...values: readonly SqlValue[]) => R | undefined;
  readonly all: <R extends object = Row>(sql: string, ...values: readonly SqlValue[]) => readonly R[];
  /** Runs one statement. Returns the number of changed rows. */
  readonly run: (sql: string, ...values: readonly SqlValue[]) => { readonly changes: number };
  /** Runs statements without parameters, such as a schema. */
  readonly execute: (sql: string) => void;
  /** Stores everything that `work` writes, or nothing if it throws. A nested call joins the outermost transaction. */
  readonly transaction: <T>(work: () => T) => T;
  /**
   * Runs a transaction of derived data that can be rebuilt, such as the chunks of a document: it is not synced to the disk
   * by itself. Such rows become visible only through a later ordinary transaction, which is synced.
   */
  readonly bulkTransaction: <T>(work: () => T) => T;
  /**
   * Calls `callback` once the open transaction has been committed, in the order of registration; once, even if it is registered
   * again. A rollback drops it. Outside a transaction, `callback` is called immediately.
   */
  readonly afterCommit: (callback: () => void) => void;
  readonly close: () => void;
};

/** The part of a SQLite database that full-text queries use. */
export type SearchIndex = Pick<Database, 'get' | 'all' | 'run' | 'execute' | 'transaction'>;

/** What only a database in a file has. */
export type DatabaseFile = {
  /** Null if the database is in memory. */
  readonly path: string | null;
  /** Changes with every change of a row, by this connection or another. */
  readonly version: string;
  /**
   * Copies the write-ahead log into the database and empties it, so that neither contains deleted data. Returns false, without
   * waiting, while another connection reads the database.
   */
  readonly truncateLog: () => boolean;
  /**
   * Writes the whole database again, so that its unused space contains no deleted data. `secure_delete` overwrites a deleted row,
   * but not the copies of it that are left in a page when rows are moved to another. Takes about a second for 100 MB.
   */
  readonly rewrite: () => void;
  /**
   * Replaces the file by a synced copy of it, in a few milliseconds. Returns false and changes nothing if another connection
   * uses the database.
   */
  readonly replaceFile: (copyPath: string) => boolean;
};
