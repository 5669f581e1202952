import type { Database, SqlValue } from './database.ts';

/** Runs an INSERT of one row and returns its row id. */
export function insertRow(db: Database, sql: string, ...values: readonly SqlValue[]): number {
  const row = db.get<{ readonly id: number }>(`${sql} RETURNING id`, ...values);
  if (!row) throw new Error('No row was inserted.');
  return row.id;
}
