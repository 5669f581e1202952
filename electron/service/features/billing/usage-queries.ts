import { dayMs } from '../../../../shared/duration.ts';
import type { BillingCycle } from './billing-cycle.ts';
import type { Database } from '../../platform/db/database.ts';

export type UsageEntry = {
  readonly callRowId: number;
  readonly orgId: string;
  readonly cycleStartMs: number;
  readonly atMs: number;
  readonly minutes: number;
  /** Counts here because the cycle that it belonged to had been invoiced. */
  readonly isCarriedOver: boolean;
};

export function insertUsageEntry(db: Database, entry: UsageEntry): void {
  db.run(
    'INSERT INTO usage_entry (call, org_id, cycle_start, at, minutes, carried) VALUES (?, ?, ?, ?, ?, ?)',
    entry.callRowId,
    entry.orgId,
    entry.cycleStartMs,
    entry.atMs,
    entry.minutes,
    Number(entry.isCarriedOver),
  );
}

/** What counts in a cycle; also what was entered under a plan that has given way to another before the cycle began. */
const inCycle = 'org_id = ? AND cycle_start >= ? AND cycle_start < ?';

export function sumMinutes(db: Database, orgId: string, { startMs, endMs }: BillingCycle): number {
  const sql = `SELECT coalesce(sum(minutes), 0) AS minutes FROM usage_entry WHERE ${inCycle}`;
  return db.get<{ readonly minutes: number }>(sql, orgId, startMs, endMs)?.minutes ?? 0;
}

/** The minutes of a cycle by its days that had any; 0 is its first. Numbers are bound as REAL, which would not divide to whole days. */
export function sumMinutesByDay(
  db: Database,
  orgId: string,
  { startMs, endMs }: BillingCycle,
): ReadonlyMap<number, number> {
  const rows = db.all<{ readonly day: number; readonly minutes: number }>(
    `SELECT (at - CAST(? AS INTEGER)) / ${dayMs} AS day, sum(minutes) AS minutes FROM usage_entry WHERE ${inCycle} GROUP BY day`,
    startMs,
    orgId,
    startMs,
    endMs,
  );
  return new Map(rows.map(({ day, minutes }) => [day, minutes]));
}

export type CallTotals = { readonly calls: number; readonly minutes: number };

/**
 * The completed calls that belong in a cycle, read from the calls themselves: those that ended in it, without those that
 * were carried away, and with those that were carried here.
 */
export function sumCompletedCalls(db: Database, orgId: string, { startMs, endMs }: BillingCycle): CallTotals {
  const sum = 'count(*) AS calls, coalesce(sum((duration_seconds + 59) / 60), 0) AS minutes';
  const carried = 'usage_entry JOIN call ON call.id = usage_entry.call WHERE usage_entry.org_id = ? AND carried = 1';
  const read = (sql: string, ...values: readonly (string | number)[]) =>
    db.get<CallTotals>(sql, ...values) ?? { calls: 0, minutes: 0 };
  const ended = read(
    `SELECT ${sum} FROM call WHERE org_id = ? AND status = 'completed' AND ended_at >= ? AND ended_at < ?`,
    orgId,
    startMs,
    endMs,
  );
  const away = read(`SELECT ${sum} FROM ${carried} AND ended_at >= ? AND ended_at < ?`, orgId, startMs, endMs);
  const here = read(`SELECT ${sum} FROM ${carried} AND cycle_start = ?`, orgId, startMs);
  return { calls: ended.calls - away.calls + here.calls, minutes: ended.minutes - away.minutes + here.minutes };
}

export type CompletedCall = { readonly id: number; readonly durationSeconds: number; readonly endedAt: number };

/** Completed calls that no entry counts, in the order in which they ended. */
export function listUnmeteredCalls(db: Database, orgId: string): readonly CompletedCall[] {
  return db.all<CompletedCall>(
    `SELECT id, duration_seconds AS durationSeconds, ended_at AS endedAt FROM call
     WHERE org_id = ? AND status = 'completed' AND ended_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM usage_entry WHERE usage_entry.call = call.id)
     ORDER BY ended_at, id`,
    orgId,
  );
}
