import { getWorkspaceRow } from '../workspace-queries.ts';
import type { Database } from '../../platform/db/database.ts';
import { tableSchemas } from './table-schemas.ts';

/**
 * Reads every row of a database, and returns the first column or table with a value that this application does not write, such
 * as `document.sha256`; null if there is none. Takes seconds for a large database.
 */
export function findForeignValue(db: Database): string | null {
  for (const [table, { columns, rule }] of Object.entries(tableSchemas)) {
    const schemas = Object.entries(columns);
    try {
      for (const row of db.sqlite.prepare(`SELECT * FROM "${table}"`).iterate()) {
        const foreign = schemas.find(([column, values]) => !values.safeParse(row[column]).success);
        if (foreign) return `${table}.${foreign[0]}`;
        if (rule && !rule(row)) return table;
      }
    } catch (error) {
      if (isIntegerTooLarge(error)) return table;
      throw error;
    }
  }
  return findBrokenReference(db);
}

/** JavaScript has no exact number for some integers of SQLite. */
function isIntegerTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

function findBrokenReference(db: Database): string | null {
  const broken = db.get<{ readonly table: string }>('SELECT "table" FROM pragma_foreign_key_check LIMIT 1');
  if (broken) return broken.table;
  const isLinked = getWorkspaceRow(db).kind === 'linked';
  if (isLinked && !db.get('SELECT 1 FROM connection')) return 'connection';
  return db.get('SELECT 1 FROM workspace LIMIT 1 OFFSET 1') ? 'workspace' : null;
}
