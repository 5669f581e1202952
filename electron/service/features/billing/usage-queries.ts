import type { CallMode } from '../../../../shared/calls/call-filter.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import type { UsageNotice } from '../../../../shared/billing/billing.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BillingCycle } from './billing-cycle.ts';

type UsageEntry = {
  readonly callRowId: number;
  readonly orgId: string;
  readonly cycleStartMs: number;
  readonly atMs: number;
  readonly minutes: number;
  /** The call ended in another cycle, which is already invoiced or which has not begun. */
  readonly isCarriedOver: boolean;
};

/** The cycle and the time at which usage counts. */
export type UsagePlace = Pick<UsageEntry, 'cycleStartMs' | 'atMs' | 'isCarriedOver'>;

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

const unbilledBefore = 'org_id = ? AND invoice_id IS NULL AND cycle_start < ?';

/** Compares ranges, because a plan change can move the start of a cycle after usage was recorded. */
const inCycle = 'org_id = ? AND cycle_start >= ? AND cycle_start < ?';

const sumCalls = 'count(*) AS calls, coalesce(sum((duration_seconds + 59) / 60), 0) AS minutes';

/** Practice calls are free. */
const isBilled = `mode = 'simulated'`;

/** Returns the minutes that no invoice has billed, of all cycles that start before `endMs`. */
export function sumUnbilledMinutes(db: Database, orgId: string, endMs: number): number {
  const sql = `SELECT coalesce(sum(minutes), 0) AS minutes FROM usage_entry WHERE ${unbilledBefore}`;
  return db.get<{ readonly minutes: number }>(sql, orgId, endMs)?.minutes ?? 0;
}

/** Marks the entries of `sumUnbilledMinutes` as billed. */
export function markUsageBilled(db: Database, orgId: string, endMs: number, invoiceId: string): void {
  db.run(`UPDATE usage_entry SET invoice_id = ? WHERE ${unbilledBefore}`, invoiceId, orgId, endMs);
}

/** Makes the entries of an invoice unbilled again. */
export function releaseUsage(db: Database, orgId: string, invoiceId: string): void {
  db.run('UPDATE usage_entry SET invoice_id = NULL WHERE org_id = ? AND invoice_id = ?', orgId, invoiceId);
}

type PlacedUsage = Pick<UsageEntry, 'callRowId' | 'cycleStartMs'> & { readonly endedAt: number };

/**
 * Returns the unbilled entries that count in a cycle other than the one in which their call ended, in one that starts at
 * `currentEndMs` or later, or in one before `openStartMs`, which is invoiced.
 */
export function listMovableUsage(
  db: Database,
  orgId: string,
  { openStartMs, currentEndMs }: { readonly openStartMs: number; readonly currentEndMs: number },
): readonly PlacedUsage[] {
  return db.all<PlacedUsage>(
    `SELECT usage_entry.call AS callRowId, usage_entry.cycle_start AS cycleStartMs, call.ended_at AS endedAt
     FROM usage_entry JOIN call ON call.id = usage_entry.call
     WHERE usage_entry.org_id = ? AND usage_entry.invoice_id IS NULL AND carried = 1
     UNION
     SELECT usage_entry.call, usage_entry.cycle_start, call.ended_at
     FROM usage_entry JOIN call ON call.id = usage_entry.call
     WHERE usage_entry.org_id = ? AND usage_entry.invoice_id IS NULL
       AND (usage_entry.cycle_start >= ? OR usage_entry.cycle_start < ?)`,
    orgId,
    orgId,
    currentEndMs,
    openStartMs,
  );
}

export function moveUsageEntry(db: Database, callRowId: number, to: UsagePlace): void {
  const sql = 'UPDATE usage_entry SET cycle_start = ?, at = ?, carried = ? WHERE call = ?';
  db.run(sql, to.cycleStartMs, to.atMs, Number(to.isCarriedOver), callRowId);
}

/** Returns whether a call was placed or ended, or a change was recorded, from `startMs` to `endMs`. */
export function hasActivity(db: Database, orgId: string, { startMs, endMs }: BillingCycle): boolean {
  const row = db.get<{ readonly found: number }>(
    `SELECT EXISTS (SELECT 1 FROM usage_entry WHERE ${inCycle})
       OR EXISTS (SELECT 1 FROM call WHERE org_id = ? AND created_at >= ? AND created_at < ?)
       OR EXISTS (SELECT 1 FROM activity WHERE at >= ? AND at < ?) AS found`,
    orgId,
    startMs,
    endMs,
    orgId,
    startMs,
    endMs,
    startMs,
    endMs,
  );
  return row?.found === 1;
}

/** Returns the minutes of a cycle that were used before a time, or all of them. */
export function sumMinutes(
  db: Database,
  orgId: string,
  { startMs, endMs }: BillingCycle,
  untilMs = Number.MAX_SAFE_INTEGER,
): number {
  const sql = `SELECT coalesce(sum(minutes), 0) AS minutes FROM usage_entry WHERE ${inCycle} AND at < ?`;
  return db.get<{ readonly minutes: number }>(sql, orgId, startMs, endMs, untilMs)?.minutes ?? 0;
}

/** Returns the minutes of each day with usage; 0 is the first day of the cycle. The cast is required because numbers are bound as REAL. */
export function sumMinutesByDay(
  db: Database,
  orgId: string,
  { startMs, endMs }: BillingCycle,
): ReadonlyMap<number, number> {
  const rows = db.all<{ readonly day: number; readonly minutes: number }>(
    `SELECT (at - CAST(? AS BIGINT)) / ${dayMs} AS day, sum(minutes) AS minutes FROM usage_entry WHERE ${inCycle} GROUP BY day`,
    startMs,
    orgId,
    startMs,
    endMs,
  );
  return new Map(rows.map(({ day, minutes }) => [day, minutes]));
}

type CallTotals = { readonly calls: number; readonly minutes: number };

/**
 * Sums the billed calls of a cycle from the call table: completed calls that ended in it, minus those carried over to a later cycle,
 * plus those carried over to this one.
 */
export function sumBilledCalls(db: Database, orgId: string, { startMs, endMs }: BillingCycle): CallTotals {
  const carried = 'usage_entry JOIN call ON call.id = usage_entry.call WHERE usage_entry.org_id = ? AND carried = 1';
  const read = (sql: string, ...values: readonly (string | number)[]) =>
    db.get<CallTotals>(sql, ...values) ?? { calls: 0, minutes: 0 };
  const ended = read(
    `SELECT ${sumCalls} FROM call
     WHERE org_id = ? AND status = 'completed' AND ${isBilled} AND ended_at >= ? AND ended_at < ?`,
    orgId,
    startMs,
    endMs,
  );
  const carriedOut = read(
    `SELECT ${sumCalls} FROM ${carried} AND ended_at >= ? AND ended_at < ?`,
    orgId,
    startMs,
    endMs,
  );
  const carriedIn = read(`SELECT ${sumCalls} FROM ${carried} AND cycle_start = ?`, orgId, startMs);
  return {
    calls: ended.calls - carriedOut.calls + carriedIn.calls,
    minutes: ended.minutes - carriedOut.minutes + carriedIn.minutes,
  };
}

/** Sums the completed practice calls that ended in a cycle. */
export function sumPracticeCalls(db: Database, orgId: string, cycle: BillingCycle): CallTotals {
  return sumCallsOfMode(db, orgId, cycle, 'practice');
}

/** Sums the completed calls of a remote that are known here and ended in a cycle. */
export function sumRemoteCalls(db: Database, orgId: string, cycle: BillingCycle): CallTotals {
  return sumCallsOfMode(db, orgId, cycle, 'remote');
}

/** Counts the completed calls of a remote that were over when they were first seen: when they ended is not known. */
export function countRemoteCallsWithoutEnd(db: Database, orgId: string): number {
  const sql = `SELECT count(*) AS calls FROM call
    WHERE org_id = ? AND status = 'completed' AND mode = 'remote' AND ended_at IS NULL`;
  return db.get<{ readonly calls: number }>(sql, orgId)?.calls ?? 0;
}

function sumCallsOfMode(db: Database, orgId: string, { startMs, endMs }: BillingCycle, mode: CallMode): CallTotals {
  const sql = `SELECT ${sumCalls} FROM call
    WHERE org_id = ? AND status = 'completed' AND mode = ? AND ended_at >= ? AND ended_at < ?`;
  return db.get<CallTotals>(sql, orgId, mode, startMs, endMs) ?? { calls: 0, minutes: 0 };
}

export type CompletedCall = { readonly id: number; readonly durationSeconds: number; readonly endedAt: number };

/** Returns the billed calls without a usage entry, in the order in which they ended. */
export function listUnmeteredCalls(db: Database, orgId: string): readonly CompletedCall[] {
  return db.all<CompletedCall>(
    `SELECT id, duration_seconds AS durationSeconds, ended_at AS endedAt FROM call
     WHERE org_id = ? AND status = 'completed' AND ${isBilled} AND ended_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM usage_entry WHERE usage_entry.call = call.id)
     ORDER BY ended_at, id`,
    orgId,
  );
}

type UsageNoticeRow = {
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
    `INSERT INTO usage_notice (notice_id, org_id, cycle_start, kind, raised_at, minutes_used)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
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
