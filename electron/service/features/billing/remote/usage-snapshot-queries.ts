import { dayMs } from '../../../../../shared/text/duration.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { BillingCycle } from '../billing-cycle.ts';

/** A row of the table `usage_snapshot`: the remote sent these numbers from `taken_at` to `seen_at`. */
export type UsageSnapshot = {
  readonly taken_at: number;
  readonly seen_at: number;
  readonly period_start: number;
  readonly period_end: number;
  readonly minutes_used: number;
  readonly minutes_included: number;
  readonly overage_minutes: number;
  readonly cost_cents: number;
};

export function findLatestSnapshot(db: Database): UsageSnapshot | undefined {
  return db.get<UsageSnapshot>('SELECT * FROM usage_snapshot ORDER BY taken_at DESC LIMIT 1');
}

/** Returns the snapshots of the billing period with this start, or this end; oldest first. */
export function listSnapshots(db: Database, period: Partial<BillingCycle>): readonly UsageSnapshot[] {
  return db.all<UsageSnapshot>(
    'SELECT * FROM usage_snapshot WHERE period_start = ? OR period_end = ? ORDER BY taken_at',
    period.startMs ?? null,
    period.endMs ?? null,
  );
}

export function insertSnapshot(db: Database, snapshot: UsageSnapshot): void {
  db.run(
    `INSERT INTO usage_snapshot (taken_at, seen_at, period_start, period_end, minutes_used, minutes_included,
       overage_minutes, cost_cents) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    snapshot.taken_at,
    snapshot.seen_at,
    snapshot.period_start,
    snapshot.period_end,
    snapshot.minutes_used,
    snapshot.minutes_included,
    snapshot.overage_minutes,
    snapshot.cost_cents,
  );
}

/** Extends a snapshot: the remote sent the same numbers again. */
export function extendSnapshot(db: Database, takenAt: number, seenAt: number): void {
  db.run('UPDATE usage_snapshot SET seen_at = ? WHERE taken_at = ?', seenAt, takenAt);
}

/** Removes the snapshots of the future, which only a clock that was ahead takes. */
export function deleteSnapshotsAfter(db: Database, nowMs: number): void {
  db.run('DELETE FROM usage_snapshot WHERE taken_at > ?', nowMs);
  db.run('UPDATE usage_snapshot SET seen_at = ? WHERE seen_at > ?', nowMs, nowMs);
}

/**
 * Thins the snapshots of each UTC day before `beforeMs` to the last one. The first one is kept as well if there is none of the
 * day before, because the minutes of the day are counted from it.
 */
export function thinSnapshots(db: Database, beforeMs: number): void {
  db.run(
    `DELETE FROM usage_snapshot WHERE taken_at < ?
       AND EXISTS (
         SELECT 1 FROM usage_snapshot AS later
         WHERE later.taken_at > usage_snapshot.taken_at AND later.period_start = usage_snapshot.period_start
           AND later.taken_at / ${dayMs} = usage_snapshot.taken_at / ${dayMs}
       )
       AND EXISTS (
         SELECT 1 FROM usage_snapshot AS earlier
         WHERE earlier.taken_at < usage_snapshot.taken_at AND earlier.period_start = usage_snapshot.period_start
           AND earlier.seen_at / ${dayMs} >= usage_snapshot.taken_at / ${dayMs} - 1
       )
       AND seen_at / ${dayMs} = taken_at / ${dayMs}`,
    beforeMs,
  );
}
