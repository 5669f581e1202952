import { createHash } from 'node:crypto';
import type { CallFilter } from '../../../../../shared/calls/call-filter.ts';
import type { Database } from '../../../platform/db/database.ts';
import { listCriteria } from './criterion-queries.ts';
import type { ScoredCall } from './read-scorecard.ts';

/** Increase it when rules are evaluated, or totals are computed, in another way. */
const evaluationVersion = 1;

/** Returns a number that changes with the criteria: 48 bits of a hash. Totals that were computed with another one are outdated. */
export function identifyScorecard(db: Database, orgId: string): number {
  const criteria = listCriteria(db, orgId)
    .toSorted((a, b) => a.id - b.id) // their order does not change the total
    .map(({ id, weight, rule }) => [id, weight, rule]);
  const hash = createHash('sha256').update(JSON.stringify([evaluationVersion, criteria]));
  return hash.digest().readUIntBE(0, 6);
}

/** Returns whether the total of every call is known. */
export function hasAllTotals(db: Database, orgId: string, scorecard: number): boolean {
  const counts = db.get<{ readonly calls: number; readonly totals: number }>(
    `SELECT (SELECT count(*) FROM call WHERE org_id = ?1) AS calls,
       (SELECT count(*) FROM call_total WHERE org_id = ?1 AND scorecard = ?2) AS totals`,
    orgId,
    scorecard,
  );
  return counts?.calls === counts?.totals;
}

/** Lists calls with a row id below `before`, newest first, and whether their total is known. */
export function listCallsBelow(
  db: Database,
  orgId: string,
  scorecard: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): readonly (ScoredCall & { readonly has_total: 0 | 1 })[] {
  return db.all(
    `SELECT id, call_id, mode, status, disposition, call_total.scorecard IS ? AS has_total
     FROM call LEFT JOIN call_total ON call_total.call = call.id
     WHERE call.org_id = ? AND call.id < ? ORDER BY call.id DESC LIMIT ?`,
    scorecard,
    orgId,
    before,
    limit,
  );
}

export type NewTotal = {
  readonly call: number;
  readonly scorecard: number;
  /** Null if nothing is scored. */
  readonly percent: number | null;
};

/** Stores the total of a call, in place of an earlier one. */
export function upsertTotal(db: Database, orgId: string, { call, scorecard, percent }: NewTotal): void {
  db.run(
    `INSERT INTO call_total (call, org_id, scorecard, percent) VALUES (?, ?, ?, ?)
     ON CONFLICT (call) DO UPDATE SET org_id = excluded.org_id, scorecard = excluded.scorecard, percent = excluded.percent`,
    call,
    orgId,
    scorecard,
    percent,
  );
}

export function filtersByTotal({ score_percent_min, score_percent_below }: CallFilter): boolean {
  return score_percent_min !== undefined || score_percent_below !== undefined;
}

/** Builds the condition of the filters by total; null without one. Requires that `ScoreTotals` has prepared the filter. */
export function buildTotalCondition(
  db: Database,
  orgId: string,
  filter: CallFilter,
): { readonly sql: string; readonly values: readonly (string | number)[] } | null {
  if (!filtersByTotal(filter)) return null;
  const { score_percent_min: min = 0, score_percent_below: below = 101 } = filter;
  const sql = 'SELECT call FROM call_total WHERE org_id = ? AND scorecard = ? AND percent >= ? AND percent < ?';
  return { sql: `call.id IN (${sql})`, values: [orgId, identifyScorecard(db, orgId), min, below] };
}
