import { expect, test } from 'vitest';
import { tableSchemas } from '../../../electron/service/workspaces/backups/table-schemas.ts';
import { Database } from '../../../electron/service/platform/db/database.ts';
import { migrate } from '../../../electron/service/platform/db/migrate.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';

test('every column of every table has a schema, except the tables of the full-text indexes', () => {
  const db = new Database(':memory:');
  migrate(db, ':memory:', migrations);
  const columns = db.all<{ readonly table: string; readonly column: string }>(
    `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
     WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT IN ('sqlite_schema', 'sqlite_stat1')`,
  );
  const stored = columns.map(({ table, column }) => `${table}.${column}`).toSorted();
  const described = Object.entries(tableSchemas).flatMap(([table, { columns: schemas }]) =>
    Object.keys(schemas).map((column) => `${table}.${column}`),
  );
  expect(described.toSorted()).toEqual(stored);
  db.close();
});
