import { writeFileSync } from 'node:fs';
import { Database } from '../../../electron/service/platform/db/database.ts';
import { migrations } from '../../../electron/service/platform/db/migrations.ts';

export const latestSchemaFile = new URL('../../../electron/service/platform/db/latest-schema.ts', import.meta.url);

/** What SQLite itself makes: the sequence of IDs, the indexes of keys, and the tables of a full-text index. */
const madeBySqlite = /^sqlite_|_fts_(data|idx|content|docsize|config)$/;

/** The settings of a full-text index are rows of the last of its tables. */
const settingsTable = /_config$/;

/** Returns a database in memory to which the first migrations were applied, one after the other. */
export function applyMigrations(version: number): Database {
  const db = new Database(':memory:');
  for (const { up } of migrations.slice(0, version)) db.execute(up);
  return db;
}

/** Returns the source of the file of the latest schema, from the tables and rows that the first migrations make. */
export function formatLatestSchema(version: number): string {
  const db = applyMigrations(version);
  const all = db.all<{ type: string; name: string; sql: string | null }>(
    'SELECT type, name, sql FROM sqlite_master ORDER BY rowid',
  );
  const entries = all.filter(({ name }) => !madeBySqlite.test(name));
  const statements = entries.flatMap(({ sql }) => sql ?? []);
  const tables = entries.filter(({ type }) => type === 'table').map(({ name }) => name);
  const rows = tables.flatMap((name) => db.all(`SELECT * FROM "${name}"`).map((row) => describeRow(name, row)));
  const settings = all
    .filter(({ name }) => settingsTable.test(name))
    .flatMap(({ name }) =>
      db.all(`SELECT k, v FROM "${name}" WHERE k <> 'version'`).map(({ k, v }) => {
        const index = name.replace(settingsTable, '');
        return describeRow(index, { [index]: k, rank: v });
      }),
    );
  return `/**
 * The tables that the first \`version\` migrations make. A new database starts with them, in an eighth of the time. After a
 * change, \`node test/helpers/service/write-latest-schema.ts\` writes this file.
 */
export const latestSchema = {
  version: ${version},
  up: \`
${[...statements, ...settings, ...rows].map((statement) => `${statement};`).join('\n')}
\`,
} as const;
`;
}

function describeRow(table: string, row: object): string {
  const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
}

if (import.meta.main) writeFileSync(latestSchemaFile, formatLatestSchema(migrations.length));
