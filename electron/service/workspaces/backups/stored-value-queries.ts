import type { SqliteDatabase } from '../../platform/db/sqlite-database.ts';
import { getWorkspaceRow } from '../workspace-queries.ts';
import { findColumnSchema, rowSchemas } from './stored-value-schemas.ts';

type Column = { readonly name: string; readonly type: string };

/**
 * Reads every row of a database, and returns the first column or table with a value that this application does not write, such
 * as `document.sha256`; null if there is none. Does not read the tables in `except`. Takes seconds for a large database.
 */
export function findForeignValue(db: SqliteDatabase, except: readonly string[] = []): string | null {
  const tables = db.all<{ readonly name: string }>(
    `SELECT name FROM pragma_table_list
     WHERE schema = 'main' AND type = 'table' AND name NOT IN ('sqlite_schema', 'sqlite_stat1')`,
  );
  for (const { name } of tables) {
    if (except.includes(name)) continue;
    const foreign = findForeignColumn(db, name);
    if (foreign !== null) return foreign;
  }
  const broken = db.get<{ readonly place: string }>(
    // One that can be null is optional.
    `SELECT broken."table" || '.' || "from" AS place FROM pragma_foreign_key_check AS broken
     JOIN pragma_foreign_key_list(broken."table") AS reference ON reference.id = fkid
     JOIN pragma_table_info(broken."table") ON name = "from" WHERE "notnull" OR pk LIMIT 1`,
  );
  if (broken) return broken.place;
  if (getWorkspaceRow(db).kind === 'linked' && !db.get('SELECT 1 FROM connection')) return 'connection';
  return db.get('SELECT 1 FROM workspace LIMIT 1 OFFSET 1') ? 'workspace' : null;
}

function findForeignColumn(db: SqliteDatabase, table: string): string | null {
  const rowSchema = rowSchemas[table];
  const columns = db.all<Column>('SELECT name, type FROM pragma_table_info(?)', table).flatMap(({ name, type }) => {
    const schema = findColumnSchema(table, name, type);
    return schema || rowSchema ? { name, schema } : [];
  });
  if (columns.length === 0) return null;
  // JavaScript has no exact number for some integers of SQLite. As REAL, they are too large for every schema.
  const values = columns.map(
    ({ name }) => `iif(typeof("${name}") = 'integer', "${name}" * 1.0, "${name}") AS "${name}"`,
  );
  for (const row of db.sqlite.prepare(`SELECT ${values.join(', ')} FROM "${table}"`).iterate()) {
    const foreign = columns.find(
      ({ name, schema }) => schema && row[name] !== null && !schema.safeParse(row[name]).success,
    );
    if (foreign) return `${table}.${foreign.name}`;
    if (rowSchema && !rowSchema.safeParse(row).success) return table;
  }
  return null;
}
