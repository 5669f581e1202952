import type { Database, Row, SearchIndex, SqlValue } from '../database.ts';
import { Transactions } from '../transactions.ts';
import { withoutTimeouts } from './connect-to-database.ts';
import type { LibpqConnection, QueryResult, QueuedStatement } from './libpq.ts';
import { createUnavailableProblem, PostgresError } from './postgres-error.ts';
import { encodeCopyLine, encodeValue, findDecoder, findTypeOid, type DecodeValue } from './postgres-values.ts';
import type { SearchIndexFile } from './search-index-file.ts';
import { translateStatement } from './translate-statement.ts';

type Column = { readonly name: string; readonly decode: DecodeValue };

/** A statement for parameters of certain types. Its columns are known after its first result. */
type PreparedStatement = { readonly name: string; columns: readonly Column[] | undefined };

type PostgresDatabaseOptions = {
  readonly connection: LibpqConnection;
  readonly schemaVersion: number;
  readonly searchIndex: SearchIndexFile;
};

/** A part of this size is sent in milliseconds. */
const copyPartLength = 256 * 1024;

/** Rows that a cursor returns at once. A row can have a text of a megabyte. */
const cursorRows = 100;

/** A workspace in a schema of a PostgreSQL database. Its calls wait for the server. */
export class PostgresDatabase implements Database {
  readonly isReadOnly = false;
  readonly file = null;
  readonly schemaVersion: number;
  readonly searchIndex: SearchIndex;
  readonly #connection: LibpqConnection;
  readonly #indexFile: SearchIndexFile;
  readonly #transactions = new Transactions();
  /** By their SQL and the types of their parameters. */
  readonly #statements = new Map<string, PreparedStatement>();
  #cursors = 0;
  #hasUnsyncedCommit = false;
  #isOpen = true;

  constructor({ connection, schemaVersion, searchIndex }: PostgresDatabaseOptions) {
    this.#connection = connection;
    this.schemaVersion = schemaVersion;
    this.#indexFile = searchIndex;
    this.searchIndex = searchIndex.connect(this);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get hasUnsyncedCommit(): boolean {
    return this.#hasUnsyncedCommit;
  }

  /** Whether the search index matches the rows. */
  get isSearchIndexCurrent(): boolean {
    return this.#indexFile.isCurrent(this);
  }

  /** Deletes the search index. `fill` writes it again. */
  rebuildSearchIndex(fill: () => void): void {
    this.#indexFile.rebuild(this, fill);
  }

  get<R extends object = Row>(sql: string, ...values: readonly SqlValue[]): R | undefined {
    return this.#query(sql, values, (result, columns) =>
      result.rowCount === 0 ? undefined : (readRow(result, columns, 0) as R),
    );
  }

  all<R extends object = Row>(sql: string, ...values: readonly SqlValue[]): readonly R[] {
    return this.#query(sql, values, (result, columns) =>
      Array.from({ length: result.rowCount }, (_, row) => readRow(result, columns, row) as R),
    );
  }

  /** In a transaction, the statement is sent with the next one that is waited for, which throws its error. */
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number } {
    if (!this.#transactions.isOpen) return this.#query(sql, values, ({ changes }) => ({ changes }));
    const statement = this.#queue(sql, values);
    const wait = () => this.#call(() => this.#connection.runQueue());
    return {
      get changes() {
        if (statement.changes === undefined) wait();
        return statement.changes ?? 0;
      },
    };
  }

  /** Prepared statements are prepared again, because the tables can have changed. */
  execute(sql: string): void {
    this.#execute(sql);
    this.#execute('DEALLOCATE ALL');
    this.#statements.clear();
  }

  transaction<T>(work: () => T): T {
    return this.#runTransaction(work, true);
  }

  bulkTransaction<T>(work: () => T): T {
    return this.#runTransaction(work, false);
  }

  /** Runs queries that see the rows of one moment, for as long as they take, and changes nothing. */
  snapshot<T>(work: () => T): T {
    return this.#transactions.run(work, {
      begin: () => this.#execute(`BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; ${withoutTimeouts}`),
      commit: () => this.#execute('COMMIT'),
      rollback: () => this.#rollBack(),
    });
  }

  /** Reads the rows of a query in the open transaction, some at a time. */
  *iterate(query: string): Generator<Row> {
    const name = `cursor_${this.#cursors++}`;
    this.#execute(`DECLARE ${name} NO SCROLL CURSOR FOR ${query}`);
    for (;;) {
      const rows = this.all(`FETCH ${cursorRows} FROM ${name}`);
      yield* rows;
      if (rows.length < cursorRows) break;
    }
    this.#execute(`CLOSE ${name}`);
  }

  /** Inserts rows into a table with a list of columns, many times as fast as statements. Their values are encoded. */
  copyIn(target: string, rows: Iterable<readonly (string | null)[]>): void {
    this.#call(() => this.#connection.copyIn(`COPY ${target} FROM STDIN`, joinLines(rows)));
  }

  afterCommit(callback: () => void): void {
    this.#transactions.afterCommit(callback);
  }

  close(): void {
    this.#isOpen = false;
    this.#statements.clear();
    this.#indexFile.close();
    this.#connection.close();
  }

  #runTransaction<T>(work: () => T, isSynced: boolean): T {
    return this.#transactions.run(work, {
      begin: () => {
        this.#queue('BEGIN');
        if (!isSynced) this.#queue('SET LOCAL synchronous_commit = off');
      },
      commit: () => {
        this.#indexFile.prepareCommit(this);
        this.#query('COMMIT', [], () => {});
        this.#hasUnsyncedCommit = !isSynced;
        this.#indexFile.commit();
      },
      rollback: () => {
        this.#indexFile.rollback();
        this.#rollBack();
      },
    });
  }

  #rollBack(): void {
    if (!this.#connection.isAlive()) return;
    try {
      this.#connection.runQueue();
    } catch (error) {
      // What is rolled back may fail.
      if (!(error instanceof PostgresError)) throw error;
    }
    if (this.#connection.isAlive()) this.#connection.execute('ROLLBACK');
  }

  #query<T>(sql: string, values: readonly SqlValue[], read: (result: QueryResult, columns: readonly Column[]) => T): T {
    return this.#call(() => {
      const statement = this.#prepare(sql, values);
      return this.#connection.query(statement.name, values.map(encodeValue), (result) => {
        statement.columns ??= result.columns.map(({ name, typeOid }) => ({ name, decode: findDecoder(typeOid) }));
        return read(result, statement.columns);
      });
    });
  }

  #queue(sql: string, values: readonly SqlValue[] = []): QueuedStatement {
    return this.#call(() => this.#connection.queue(this.#prepare(sql, values).name, values.map(encodeValue)));
  }

  #execute(sql: string): void {
    this.#call(() => this.#connection.execute(sql));
  }

  /** Throws Problem `unavailable` if the connection is lost. Whether an open transaction was committed is then unknown. */
  #call<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (error instanceof PostgresError && !this.#connection.isAlive()) throw createUnavailableProblem(error);
      throw error;
    }
  }

  #prepare(sql: string, values: readonly SqlValue[]): PreparedStatement {
    const types = values.map(findTypeOid);
    const key = `${types.join()} ${sql}`;
    const known = this.#statements.get(key);
    if (known) return known;
    const statement: PreparedStatement = { name: `s${this.#statements.size}`, columns: undefined };
    this.#connection.prepare(statement.name, translateStatement(sql), types);
    this.#statements.set(key, statement);
    return statement;
  }
}

function* joinLines(rows: Iterable<readonly (string | null)[]>): Generator<string> {
  let part = '';
  for (const row of rows) {
    part += encodeCopyLine(row);
    if (part.length < copyPartLength) continue;
    yield part;
    part = '';
  }
  yield part;
}

function readRow(result: QueryResult, columns: readonly Column[], row: number): Row {
  const values: Record<string, unknown> = {};
  columns.forEach(({ name, decode }, column) => {
    const text = result.readText(row, column);
    values[name] = text === null ? null : decode(text);
  });
  return values;
}
