// Public: other features may import this file.
import type { ActivityGap } from '../../../../shared/organization/activity.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';

type ActivityGapRow = {
  readonly kind: ActivityGap['kind'];
  readonly number: number;
  readonly entries: number;
  readonly after: number | null;
  readonly until: number;
  readonly detected_at: number;
};

export function insertActivityGap(db: Database, gap: ActivityGapRow): void {
  db.run(
    'INSERT INTO activity_gap (kind, number, entries, after, until, detected_at) VALUES (?, ?, ?, ?, ?, ?)',
    gap.kind,
    gap.number,
    gap.entries,
    gap.after,
    gap.until,
    gap.detected_at,
  );
}

/** Returns whether a stored gap contains the entry with this number, which was the last one at this time. */
export function isInActivityGap(db: Database, number: number, at: number): boolean {
  const sql = 'SELECT 1 FROM activity_gap WHERE number <= ? AND number + entries > ? AND until >= ?';
  return db.get(sql, number, number, at) !== undefined;
}

/** Returns the gaps that were found at `since` or later, oldest first. */
export function listActivityGaps(db: Database, since = 0): readonly ActivityGap[] {
  return db
    .all<ActivityGapRow>(
      'SELECT kind, number, entries, after, until, detected_at FROM activity_gap WHERE detected_at >= ? ORDER BY id',
      since,
    )
    .map((row) => ({
      ...row,
      after: row.after === null ? null : formatTimestamp(row.after),
      until: formatTimestamp(row.until),
      detected_at: formatTimestamp(row.detected_at),
    }));
}
