import { hash } from 'node:crypto';
import { Problem } from '../../../shared/contract/problems.ts';
import type { Row, SqlValue } from '../../service/platform/db/database.ts';
import type { PostgresDatabase } from '../../service/platform/db/postgres/postgres-database.ts';
import { encodeValue } from '../../service/platform/db/postgres/postgres-values.ts';
import type { SqliteDatabase } from '../../service/platform/db/sqlite-database.ts';

/** A table that a move copies, as both databases have it. */
export type CopiedTable = {
  readonly name: string;
  /** With the row id, which is a column of its own in PostgreSQL. */
  readonly columns: readonly string[];
  /** The column of the row ids, in whose order rows are copied; null if the table has none. */
  readonly rowId: string | null;
  /** Whether row ids of deleted rows are never used again. */
  readonly keepsIds: boolean;
};

/** What a table contains, independent of the order of its rows. */
export type TableDigest = { readonly rows: number; readonly sum: bigint };

/** Its rows are counted again from the calls: the databases compare outcomes without case in different ways. */
const derivedTable = 'call_count';

/** Lists the tables of a workspace's file, each after the tables to which it refers. */
export function listCopiedTables(db: SqliteDatabase): readonly CopiedTable[] {
  const tables = db.all<{ readonly name: string; readonly wr: number; readonly sql: string }>(
    `SELECT list.name, wr, sql FROM pragma_table_list AS list JOIN sqlite_schema AS entry ON entry.name = list.name
     WHERE list.schema = 'main' AND list.type = 'table' AND list.name NOT LIKE 'sqlite@_%' ESCAPE '@' ORDER BY entry.rowid`,
  );
  return tables
    .filter(({ name }) => name !== derivedTable)
    .map(({ name, wr, sql }) => {
      const columns = db.all<{ readonly name: string; readonly type: string; readonly pk: number }>(
        'SELECT name, type, pk FROM pragma_table_info(?)',
        name,
      );
      const names = columns.map((column) => column.name);
      const keepsIds = /\bAUTOINCREMENT\b/.test(sql);
      if (wr === 1) return { name, columns: names, rowId: null, keepsIds };
      const keys = columns.filter(({ pk }) => pk > 0);
      const key = keys.length === 1 && keys[0]?.type === 'INTEGER' ? keys[0].name : undefined;
      if (key !== undefined) return { name, columns: names, rowId: key, keepsIds };
      return { name, columns: [...names, 'rowid'], rowId: 'rowid', keepsIds };
    });
}

/** Counts encoded rows while they are read, and adds up their hashes. */
export class DigestCounter {
  #rows = 0;
  #sum = 0n;

  /** Yields the rows, with their values encoded. */
  *count(
    rows: Iterable<Row>,
    { columns }: CopiedTable,
    onRow: (count: number) => void,
  ): Generator<readonly (string | null)[]> {
    for (const row of rows) {
      onRow(this.#rows);
      const values = columns.map((column) => encodeValue(row[column] as SqlValue)); // every value of a row is one
      this.#rows += 1;
      this.#sum += BigInt(`0x${hash('sha256', JSON.stringify(values))}`);
      yield values;
    }
  }

  get digest(): TableDigest {
    return { rows: this.#rows, sum: BigInt.asUintN(256, this.#sum) };
  }
}

/** Reads rows to the end, and returns what they contain. */
export function digestRows(rows: Iterable<Row>, table: CopiedTable, onRow: (count: number) => void): TableDigest {
  const counter = new DigestCounter();
  for (const _ of counter.count(rows, table, onRow)) continue;
  return counter.digest;
}

/** Reads the rows of a table in a file, in the order of their ids. */
export function readFileRows(db: SqliteDatabase, table: CopiedTable): Iterable<Row> {
  return db.sqlite.prepare(selectRows(table)).iterate() as Iterable<Row>; // node:sqlite returns unknown rows
}

/** Reads the rows of a table on a server, in the order of their ids, in the open transaction. */
export function readServerRows(db: PostgresDatabase, table: CopiedTable): Iterable<Row> {
  return db.iterate(selectRows(table));
}

export const quoteName = (name: string) => `"${name}"`;

export const listColumns = ({ columns }: CopiedTable) => columns.map(quoteName).join(', ');

function selectRows(table: CopiedTable): string {
  const order = table.rowId === null ? '' : ` ORDER BY ${quoteName(table.rowId)}`;
  return `SELECT ${listColumns(table)} FROM ${quoteName(table.name)}${order}`;
}

/** Throws unless both have the same rows. */
export function requireSameRows({ name }: CopiedTable, source: TableDigest, copy: TableDigest): void {
  if (source.rows === copy.rows && source.sum === copy.sum) return;
  const detail = `The copy of the table ${name} differs from the original (${copy.rows} and ${source.rows} rows).`;
  throw new Problem('workspace_unusable', `${detail} Nothing was stored. Try again.`);
}
