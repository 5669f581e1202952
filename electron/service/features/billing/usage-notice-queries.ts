import type { UsageNotice } from '../../../../shared/billing/billing.ts';
import type { Database } from '../../platform/db/database.ts';

export type UsageNoticeRow = {
  readonly notice_id: string;
  readonly org_id: string;
  readonly cycle_start: number;
  readonly kind: UsageNotice['kind'];
  readonly raised_at: number;
  readonly minutes_used: number;
};

/** Returns false if the cycle already has a notice of this kind. */
export function insertUsageNotice(db: Database, notice: UsageNoticeRow): boolean {
  const { changes } = db.run(
    `INSERT OR IGNORE INTO usage_notice (notice_id, org_id, cycle_start, kind, raised_at, minutes_used)
     VALUES (?, ?, ?, ?, ?, ?)`,
    notice.notice_id,
    notice.org_id,
    notice.cycle_start,
    notice.kind,
    notice.raised_at,
    notice.minutes_used,
  );
  return changes === 1;
}

/** Returns the notices of a cycle, newest first. */
export function listUsageNotices(db: Database, orgId: string, cycleStartMs: number): readonly UsageNoticeRow[] {
  return db.all<UsageNoticeRow>(
    'SELECT * FROM usage_notice WHERE org_id = ? AND cycle_start = ? ORDER BY raised_at DESC, minutes_used DESC, rowid DESC',
    orgId,
    cycleStartMs,
  );
}
