import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Database } from '../../../electron/service/platform/db/database.ts';
import { latestSchema } from '../../../electron/service/platform/db/latest-schema.ts';
import { migrate } from '../../../electron/service/platform/db/migrate.ts';
import { migrations } from '../../../electron/service/platform/db/migrations.ts';
import { applyMigrations, formatLatestSchema, latestSchemaFile } from '../../helpers/service/write-latest-schema.ts';

type Entry = { readonly type: string; readonly name: string; readonly tbl_name: string; readonly sql: string | null };

const listEntries = (db: Database) =>
  db.all<Entry>('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name').map((row) => ({ ...row }));

/** What differs in an empty index, and the sequence of IDs of an empty table, which is at 0 or not stored yet. */
const emptyParts = /^sqlite_sequence$|_fts_(data|idx)$/;

/** Returns the rows of each table that has some, with the settings of the full-text indexes. */
function listRows(db: Database): Record<string, readonly object[]> {
  const tables = listEntries(db).filter(({ type, name }) => type === 'table' && !emptyParts.test(name));
  const rows = tables.map(({ name }) => [name, db.all(`SELECT * FROM "${name}"`).map((row) => ({ ...row }))] as const);
  return Object.fromEntries(rows.filter(([, found]) => found.length > 0));
}

test('a new database has the tables and rows that all migrations make', () => {
  const db = new Database(':memory:');
  migrate(db, ':memory:', migrations);
  const migrated = applyMigrations(migrations.length);
  expect(listEntries(db)).toEqual(listEntries(migrated));
  expect(listRows(db)).toEqual(listRows(migrated));
  expect(Object.keys(listRows(db))).toContain('chunk_fts_config');
  expect(db.get('PRAGMA user_version')).toEqual({ user_version: migrations.length });
});

test('the file of the latest schema is the one that its command writes', () => {
  expect(readFileSync(latestSchemaFile, 'utf8')).toBe(formatLatestSchema(latestSchema.version));
});
