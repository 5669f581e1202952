import type { Database } from '../../../../electron/service/platform/db/database.ts';

type Column = { readonly name: string; readonly type: string; readonly isRequired: boolean; readonly key: number };

type Index = { readonly name: string; readonly isUnique: boolean; readonly columns: readonly string[] };

/** The columns and indexes of each table. A column of a key is required, and `key` is its place in it, from 1. */
type Catalogue = Readonly<Record<string, { readonly columns: readonly Column[]; readonly indexes: readonly Index[] }>>;

const sqliteTypes: Readonly<Record<string, string>> = {
  INTEGER: 'bigint',
  TEXT: 'text',
  REAL: 'double precision',
  BLOB: 'bytea',
};

/** Lists the tables of a file, apart from the full-text tables. */
export function listSqliteCatalogue(db: Database): Catalogue {
  const tables = db.all<{ readonly name: string }>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  );
  return Object.fromEntries(
    tables.map(({ name }) => [name, { columns: listSqliteColumns(db, name), indexes: listSqliteIndexes(db, name) }]),
  );
}

function listSqliteColumns(db: Database, table: string): readonly Column[] {
  return db
    .all<{ readonly name: string; readonly type: string; readonly notnull: number; readonly pk: number }>(
      'SELECT name, type, "notnull", pk FROM pragma_table_info(?)',
      table,
    )
    .map(({ name, type, notnull, pk }) => ({
      name,
      type: sqliteTypes[type] ?? type,
      isRequired: notnull === 1 || pk > 0,
      key: pk,
    }));
}

/** Lists the indexes that have a name of their own. */
function listSqliteIndexes(db: Database, table: string): readonly Index[] {
  return db
    .all<{ readonly name: string; readonly unique: number }>(
      `SELECT name, "unique" FROM pragma_index_list(?) WHERE origin = 'c' ORDER BY name`,
      table,
    )
    .map(({ name, unique }) => ({
      name,
      isUnique: unique === 1,
      columns: db
        .all<{ readonly name: string | null }>('SELECT name FROM pragma_index_info(?) ORDER BY seqno', name)
        .map((column) => column.name ?? '(expression)'),
    }));
}

/** Lists the tables of a schema, apart from those that only a server has, and without the row ids that a file does not list. */
export function listPostgresCatalogue(db: Database, schema: string): Catalogue {
  const tables = db.all<{ readonly name: string }>(
    `SELECT tablename AS name FROM pg_tables
     WHERE schemaname = ? AND tablename NOT IN ('schema_version', 'search_index_state', 'stored_object') ORDER BY tablename`,
    schema,
  );
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      { columns: listPostgresColumns(db, schema, name), indexes: listPostgresIndexes(db, schema, name) },
    ]),
  );
}

function listPostgresColumns(db: Database, schema: string, table: string): readonly Column[] {
  return db
    .all<{ readonly name: string; readonly type: string; readonly isRequired: number; readonly key: number }>(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS isRequired,
         coalesce(array_position(conkey, attnum), 0) AS key
       FROM pg_attribute LEFT JOIN pg_constraint ON conrelid = attrelid AND contype = 'p'
       WHERE attrelid = format('%I.%I', ?::text, ?::text)::regclass AND attnum > 0 AND attname <> 'rowid' ORDER BY attnum`,
      schema,
      table,
    )
    .map((column) => ({ ...column, isRequired: column.isRequired === 1 }));
}

function listPostgresIndexes(db: Database, schema: string, table: string): readonly Index[] {
  return db
    .all<{ readonly name: string; readonly isUnique: number; readonly columns: string }>(
      `SELECT relname AS name, indisunique AS isUnique, (
         SELECT json_group_array(coalesce(attname::text, '(expression)') ORDER BY position)
         FROM unnest(indkey::int[]) WITH ORDINALITY AS part (number, position)
         LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number AND number > 0
       ) AS columns
       FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
       WHERE indrelid = format('%I.%I', ?::text, ?::text)::regclass
         AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid) ORDER BY relname COLLATE "C"`,
      schema,
      table,
    )
    .map(({ name, isUnique, columns }) => ({
      name,
      isUnique: isUnique === 1,
      columns: JSON.parse(columns) as readonly string[],
    }));
}
