import type { UsageNotice } from '../../../../shared/billing.ts';
import type { Database } from '../../platform/db/database.ts';

export type NoticeRow = {
  readonly notice_id: string;
  readonly org_id: string;
  readonly cycle_start: number;
  readonly kind: UsageNotice['kind'];
  readonly raised_at: number;
  readonly minutes_used: number;
};

/** False where the cycle has had a notice of this kind. */
export function insertNotice(db: Database, notice: NoticeRow): boolean {
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

/** Of one cycle, the latest first. */
export function listNotices(db: Database, orgId: string, cycleStartMs: number): readonly NoticeRow[] {
  return db.all<NoticeRow>(
    'SELECT * FROM usage_notice WHERE org_id = ? AND cycle_start = ? ORDER BY raised_at DESC, minutes_used DESC, rowid DESC',
    orgId,
    cycleStartMs,
  );
}
