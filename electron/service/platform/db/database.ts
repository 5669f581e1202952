import { DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite';

export type Row = Readonly<Record<string, unknown>>;

export type DatabaseOptions = { readonly readOnly?: boolean };

/**
 * A workspace's database. Statements are prepared once and kept; parameters are always bound.
 * Rows come back as SQLite has them: the caller names their shape, which the STRICT schema guarantees.
 */
export class Database {
  readonly sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;
  #isOpen = true;

  constructor(path: string, options: DatabaseOptions = {}) {
    this.sqlite = new DatabaseSync(path, options);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get<R extends object = Row>(sql: string, ...values: readonly SQLInputValue[]): R | undefined {
    return this.#prepare(sql).get(...values) as R | undefined; // STRICT tables hold what the schema says
  }

  all<R extends object = Row>(sql: string, ...values: readonly SQLInputValue[]): readonly R[] {
    return this.#prepare(sql).all(...values) as unknown as readonly R[]; // as above
  }

  /** Runs one statement; gives the number of rows changed and the last row id. */
  run(sql: string, ...values: readonly SQLInputValue[]): { readonly changes: number; readonly rowId: number } {
    const result = this.#prepare(sql).run(...values);
    return { changes: Number(result.changes), rowId: Number(result.lastInsertRowid) };
  }

  /** Runs statements without parameters: a schema, a pragma. */
  execute(sql: string): void {
    this.sqlite.exec(sql);
  }

  /** One thought, one transaction: all of `work` is stored, or nothing. Nested calls join the outermost. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.sqlite.exec('BEGIN IMMEDIATE');
    this.#depth = 1;
    try {
      const result = work();
      this.sqlite.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.sqlite.isTransaction) this.sqlite.exec('ROLLBACK');
      throw error;
    } finally {
      this.#depth = 0;
    }
  }

  /**
   * A transaction of derived data that can be made again (chunks of a document that is being read): it is not forced to
   * the disk by itself. Nothing shows such rows until an ordinary transaction, which is forced, says that they are whole.
   */
  bulkTransaction<T>(work: () => T): T {
    this.sqlite.exec('PRAGMA synchronous = NORMAL');
    try {
      return this.transaction(work);
    } finally {
      this.sqlite.exec('PRAGMA synchronous = FULL');
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#statements.clear();
    this.sqlite.close();
  }

  #prepare(sql: string): StatementSync {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
