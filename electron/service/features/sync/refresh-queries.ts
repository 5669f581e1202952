import type { Database } from '../../platform/db/database.ts';

/** Of a part of the mirror: when it was last refreshed in full, and why the latest refresh failed. */
export type RefreshRow = {
  readonly part: string;
  readonly refreshed_at: number | null;
  readonly error: string | null;
};

export function listRefreshRows(db: Database): readonly RefreshRow[] {
  return db.all<RefreshRow>('SELECT part, refreshed_at, error FROM refresh');
}

export function storeRefreshRow(db: Database, { part, refreshed_at, error }: RefreshRow): void {
  db.run(
    `INSERT INTO refresh (part, refreshed_at, error) VALUES (?, ?, ?)
     ON CONFLICT (part) DO UPDATE SET refreshed_at = excluded.refreshed_at, error = excluded.error`,
    part,
    refreshed_at,
    error,
  );
}
