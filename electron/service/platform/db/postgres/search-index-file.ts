import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Database, SearchIndex, SqlValue } from '../database.ts';
import { SqliteDatabase } from '../sqlite-database.ts';

/** The state of the index that matches the rows of the workspace. Each transaction that changes the index sets another one. */
export const indexStateSchema = `
CREATE TABLE search_index_state (id bigint PRIMARY KEY CHECK (id = 1), state text NOT NULL);
INSERT INTO search_index_state VALUES (1, '');
`;

const createStateTable = `
  CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT;
  INSERT OR IGNORE INTO state VALUES (1, 'new');
`;

const readState = 'SELECT state FROM search_index_state WHERE id = 1';

/** A database whose transactions the index follows. */
type IndexedDatabase = Pick<Database, 'get' | 'run' | 'transaction'>;

/**
 * The full-text tables of a workspace on a database server, in a SQLite file that can be deleted: it is built again from the rows if it
 * is missing or does not match them, such as after a crash between the two commits.
 */
export class SearchIndexFile {
  readonly #path: string;
  readonly #schema: string;
  #sqlite: SqliteDatabase;
  #state: string | undefined;

  /** `schema` creates the full-text tables. */
  constructor(path: string, schema: string) {
    this.#path = path;
    this.#schema = schema;
    this.#sqlite = this.#open();
  }

  /** Returns the index as the features of a workspace use it: what they write is part of the open transaction. */
  connect(db: IndexedDatabase): SearchIndex {
    return {
      get: (sql, ...values) => this.#sqlite.get(sql, ...values),
      all: (sql, ...values) => this.#sqlite.all(sql, ...values),
      run: (sql, ...values) => this.#run(db, sql, values),
      execute: (sql) => this.#sqlite.execute(sql),
      transaction: (work) => db.transaction(work),
    };
  }

  /** Whether the index matches the rows. */
  isCurrent(db: IndexedDatabase): boolean {
    return db.get(readState)?.['state'] === this.#sqlite.get('SELECT state FROM state')?.['state'];
  }

  /** Deletes the index. `fill` writes it again. */
  rebuild(db: IndexedDatabase, fill: () => void): void {
    this.#sqlite.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${this.#path}${suffix}`, { force: true });
    this.#sqlite = this.#open();
    db.transaction(() => {
      this.#begin();
      fill();
    });
  }

  /** Stores the state of the open transaction in both databases, before the rows are committed. */
  prepareCommit(db: IndexedDatabase): void {
    if (this.#state === undefined) return;
    db.run('UPDATE search_index_state SET state = ? WHERE id = 1', this.#state);
    this.#sqlite.run('UPDATE state SET state = ? WHERE id = 1', this.#state);
  }

  commit(): void {
    if (this.#state === undefined) return;
    this.#sqlite.execute('COMMIT');
    this.#state = undefined;
  }

  rollback(): void {
    if (this.#state === undefined) return;
    this.#state = undefined;
    // SQLite rolls back by itself if the disk is full. The rollback of the rows follows.
    if (this.#sqlite.sqlite.isTransaction) this.#sqlite.execute('ROLLBACK');
  }

  close(): void {
    this.#sqlite.close();
  }

  #run(db: IndexedDatabase, sql: string, values: readonly SqlValue[]): { readonly changes: number } {
    if (sql.includes(' temp.')) return this.#sqlite.run(sql, ...values);
    return db.transaction(() => {
      this.#begin();
      return this.#sqlite.run(sql, ...values);
    });
  }

  #begin(): void {
    if (this.#state !== undefined) return;
    this.#sqlite.execute('BEGIN IMMEDIATE');
    this.#state = randomUUID();
  }

  #open(): SqliteDatabase {
    const sqlite = new SqliteDatabase(this.#path);
    // A power failure can lose the last commits, but not reorder them: the state then differs from the state of the rows.
    sqlite.execute('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON;');
    const isNew = sqlite.get(`SELECT 1 FROM sqlite_schema WHERE name = 'state'`) === undefined;
    if (isNew) sqlite.execute(`BEGIN; ${createStateTable} ${this.#schema} COMMIT`);
    return sqlite;
  }
}
