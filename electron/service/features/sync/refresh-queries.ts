// Public: other features may import this file.
import type { SyncPartId } from '../../../../shared/workspaces/sync.ts';
import type { Database } from '../../platform/db/database.ts';

/** When a part of the mirror was last refreshed in full, and why its latest refresh failed. */
export type RefreshRow = {
  readonly part: SyncPartId;
  readonly refreshed_at: number | null;
  readonly error: string | null;
  /** When the remote reported that the API key is not allowed to read it; null if it is. */
  readonly refused_at: number | null;
};

/** A refusal has a row of its own, so that the part keeps its cursor. */
const refusedPart = `'refused:' || `;

export function findRefreshRow(db: Database, part: SyncPartId): RefreshRow | undefined {
  return db.get<RefreshRow>(
    `SELECT ?1 AS part, max(refreshed_at) FILTER (WHERE part = ?1) AS refreshed_at, max(error) AS error,
       max(refreshed_at) FILTER (WHERE part <> ?1) AS refused_at
     FROM refresh WHERE part IN (?1, ${refusedPart} ?1) HAVING count(*) > 0`,
    part,
  );
}

/** Whether the API key can read a part, according to the remote's last response. */
export function isPartPermitted(db: Database, part: SyncPartId): boolean {
  return (findRefreshRow(db, part)?.refused_at ?? null) === null;
}

export function storeRefreshRow(db: Database, { part, refreshed_at, error, refused_at }: RefreshRow): void {
  db.transaction(() => {
    db.run(
      `INSERT INTO refresh (part, refreshed_at, error) VALUES (?, ?, ?)
       ON CONFLICT (part) DO UPDATE SET refreshed_at = excluded.refreshed_at, error = excluded.error`,
      part,
      refreshed_at,
      error,
    );
    if (refused_at === null) db.run(`DELETE FROM refresh WHERE part = ${refusedPart} ?`, part);
    else
      db.run(
        `INSERT INTO refresh (part, refreshed_at) VALUES (${refusedPart} ?, ?)
         ON CONFLICT (part) DO UPDATE SET refreshed_at = excluded.refreshed_at`,
        part,
        refused_at,
      );
  });
}

/** Returns where the next refresh of a part continues; null if it starts at the beginning. */
export function findCursor(db: Database, part: SyncPartId): string | null {
  const sql = 'SELECT cursor FROM refresh WHERE part = ?';
  return db.get<{ readonly cursor: string | null }>(sql, part)?.cursor ?? null;
}

export function storeCursor(db: Database, part: SyncPartId, cursor: string): void {
  db.run(
    'INSERT INTO refresh (part, cursor) VALUES (?, ?) ON CONFLICT (part) DO UPDATE SET cursor = excluded.cursor',
    part,
    cursor,
  );
}

/** Returns the position up to which a part was read that follows the remote's changes; 0 at the beginning. */
export function findPosition(db: Database, part: SyncPartId): number {
  const position = Number(findCursor(db, part) ?? 0);
  return Number.isSafeInteger(position) && position > 0 ? position : 0;
}
