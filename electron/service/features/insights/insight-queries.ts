// Public: other features may import this file.
import { engagedSeconds, noCalls, talkTimeClasses, type CallCounts } from '../../../../shared/insights/insights.ts';
import type { Database } from '../../platform/db/database.ts';
import { outcomeSuccessSql } from '../calls/outcome-success-sql.ts';
import { hourMs } from './local-time.ts';

/** Calls of an organization from `fromMs` until before `toMs`, in milliseconds since the epoch. */
export type InsightScope = {
  readonly orgId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly agent: string | undefined;
};

/** `calls_30`, `calls_60` …: the calls of each talk time class and the ones after it. The first class has all calls. */
const classColumns = talkTimeClasses.slice(1).map((seconds) => ({ seconds, column: `calls_${seconds}` as const }));

/** The columns of `call_count` after the organization and the hour. */
const countColumns = [
  'agent_id',
  'is_answered',
  'disposition',
  'is_success',
  'calls',
  'talk_seconds',
  ...classColumns.map(({ column }) => column),
].join(', ');

/** Counts the calls themselves, in the columns of `call_count`. The index has every column, so that no call itself is read. */
const countedCallsSql = (intervalMs: number, condition: string) => `
  SELECT created_at / ${intervalMs} AS interval, agent_id, CASE WHEN status = 'completed' THEN 1 ELSE 0 END AS is_answered,
    coalesce(disposition, '') AS disposition, ${outcomeSuccessSql()} AS is_success, 1 AS calls, duration_seconds AS talk_seconds,
    ${classColumns.map(({ seconds, column }) => `CASE WHEN duration_seconds >= ${seconds} THEN 1 ELSE 0 END AS ${column}`).join(', ')}
  FROM call INDEXED BY call_by_filter
  WHERE org_id = ?1 AND (CAST(?2 AS TEXT) IS NULL OR agent_id = ?2) AND mode NOT IN ('practice', 'trial') AND (${condition})`;

const hoursSql = `
  SELECT hour AS interval, ${countColumns} FROM call_count
  WHERE org_id = ?1 AND (CAST(?2 AS TEXT) IS NULL OR agent_id = ?2) AND hour >= ?3 AND hour < ?4`;

type CountSource = { readonly sql: string; readonly parameters: readonly (string | number | null)[] };

/**
 * Returns the calls of a scope, counted by interval, agent, answer and outcome. Whole hours are counted already; only the calls
 * of hours that the scope divides are read, or all of them if an interval is shorter than an hour.
 */
function selectCounts({ orgId, fromMs, toMs, agent }: InsightScope, intervalMs: number = hourMs): CountSource {
  const [firstHour, endHour] = [Math.ceil(fromMs / hourMs), Math.floor(toMs / hourMs)];
  const scope = [orgId, agent ?? null];
  if (intervalMs !== hourMs || firstHour >= endHour)
    return {
      sql: countedCallsSql(intervalMs, 'created_at >= ?3 AND created_at < ?4'),
      parameters: [...scope, fromMs, toMs],
    };
  const [wholeFromMs, wholeToMs] = [firstHour * hourMs, endHour * hourMs];
  if (wholeFromMs === fromMs && wholeToMs === toMs)
    return { sql: hoursSql, parameters: [...scope, firstHour, endHour] };
  const isOutsideSql = '(created_at >= ?5 AND created_at < ?6) OR (created_at >= ?7 AND created_at < ?8)';
  return {
    sql: `${hoursSql} UNION ALL ${countedCallsSql(hourMs, isOutsideSql)}`,
    parameters: [...scope, firstHour, endHour, fromMs, wholeFromMs, wholeToMs, toMs],
  };
}

const engagedColumn = `calls_${engagedSeconds}`;

const sum = (column: string, condition: string) => `coalesce(sum(${column}) FILTER (WHERE ${condition}), 0)`;

const countsSql = `coalesce(sum(calls), 0) AS placed,
  ${sum('calls', 'is_answered = 1')} AS answered,
  ${sum(engagedColumn, 'is_answered = 1')} AS engaged,
  ${sum(engagedColumn, `is_answered = 1 AND disposition <> ''`)} AS engaged_with_outcome,
  ${sum(engagedColumn, 'is_answered = 1 AND is_success = 1')} AS engaged_successful,
  ${sum('calls', 'is_answered = 1 AND is_success = 1')} AS successful,
  ${sum('talk_seconds', 'is_answered = 1')} AS talk_seconds`;

export function countCallsOfPeriod(db: Database, scope: InsightScope): CallCounts {
  const { sql, parameters } = selectCounts(scope);
  return db.get<CallCounts>(`SELECT ${countsSql} FROM (${sql}) AS counted`, ...parameters) ?? noCalls;
}

/** Returns the start of the hour in which the first call was placed; null without calls. */
export function readFirstCallMs(db: Database, { orgId, agent }: InsightScope): number | null {
  const sql =
    'SELECT min(hour) AS hour FROM call_count WHERE org_id = ?1 AND (CAST(?2 AS TEXT) IS NULL OR agent_id = ?2)';
  const hour = db.get<{ readonly hour: number | null }>(sql, orgId, agent ?? null)?.hour ?? null;
  return hour === null ? null : hour * hourMs;
}

/** Counts the calls that a remote made without saying when. They belong to no period. */
export function countCallsWithoutDate(db: Database, { orgId, agent }: Pick<InsightScope, 'orgId' | 'agent'>): number {
  const sql = `SELECT count(*) AS calls FROM call INDEXED BY call_without_date
    WHERE org_id = ?1 AND (CAST(?2 AS TEXT) IS NULL OR agent_id = ?2) AND created_at IS NULL AND mode NOT IN ('practice', 'trial')`;
  return db.get<{ readonly calls: number }>(sql, orgId, agent ?? null)?.calls ?? 0;
}

/** The calls of an interval. Intervals have one length, and are numbered from the epoch. */
export type IntervalCounts = CallCounts & { readonly interval: number };

/** Lists the counts of the intervals of this length that have any calls. */
export function listIntervalCounts(db: Database, scope: InsightScope, intervalMs: number): readonly IntervalCounts[] {
  const { sql, parameters } = selectCounts(scope, intervalMs);
  return db.all<IntervalCounts>(
    `SELECT interval, ${countsSql} FROM (${sql}) AS counted GROUP BY interval`,
    ...parameters,
  );
}

/** Calls of an agent with the same outcome, answered or not. */
export type OutcomeGroup = {
  readonly agent_id: string;
  /** Empty in calls without an outcome. */
  readonly disposition: string;
  readonly is_answered: 0 | 1;
  readonly is_successful: 0 | 1;
  readonly calls: number;
  readonly talk_seconds: number;
  /** The number of calls of each talk time class and the ones after it: `calls_30`, `calls_60` … */
  readonly [callsFrom: `calls_${number}`]: number;
};

export function listOutcomeGroups(db: Database, scope: InsightScope): readonly OutcomeGroup[] {
  const { sql, parameters } = selectCounts(scope);
  return db.all<OutcomeGroup>(
    `SELECT agent_id, max(disposition) AS disposition, is_answered,
       is_success AS is_successful, sum(calls) AS calls,
       sum(talk_seconds) AS talk_seconds, ${classColumns.map(({ column }) => `sum(${column}) AS ${column}`).join(', ')}
     FROM (${sql}) AS counted GROUP BY agent_id, is_answered, is_success, disposition COLLATE NOCASE`,
    ...parameters,
  );
}

/** Returns the current names of all agents by their IDs. */
export function readAgentNames(db: Database, orgId: string): ReadonlyMap<string, string> {
  const rows = db.all<{ readonly agent_id: string; readonly name: string }>(
    'SELECT agent_id, name FROM agent WHERE org_id = ?',
    orgId,
  );
  return new Map(rows.map(({ agent_id, name }) => [agent_id, name]));
}

/** Counts the calls as the triggers of `call_count` do. If an outcome has several spellings, it takes a lower-case one. */
const countAllCalls = (outcome: string) => `
  SELECT org_id, hour, agent_id, is_answered, ${outcome} AS outcome, is_success, count(*), sum(duration_seconds),
    ${classColumns.map(({ seconds }) => `count(*) FILTER (WHERE duration_seconds >= ${seconds})`).join(', ')}
  FROM (
    SELECT org_id, created_at / ${hourMs} AS hour, agent_id, CASE WHEN status = 'completed' THEN 1 ELSE 0 END AS is_answered,
      coalesce(disposition, '') AS disposition, ${outcomeSuccessSql()} AS is_success, duration_seconds
    FROM call WHERE mode NOT IN ('practice', 'trial') AND created_at IS NOT NULL
  ) AS counted_call
  GROUP BY org_id, hour, agent_id, is_answered, is_success, disposition COLLATE NOCASE`;

/** The same outcome can be stored in upper and lower case. */
const storedColumns = countColumns.replace('disposition', 'lower(disposition)');

/** Returns whether the stored counts match the calls. Reads all calls. */
export function areCallCountsCurrent(db: Database): boolean {
  const difference = db.get(`
    WITH counted AS MATERIALIZED (${countAllCalls('lower(max(disposition))')}),
      stored AS MATERIALIZED (SELECT org_id, hour, ${storedColumns} FROM call_count)
    SELECT 1 FROM (SELECT * FROM counted EXCEPT SELECT * FROM stored) AS missing
    UNION ALL SELECT 1 FROM (SELECT * FROM stored EXCEPT SELECT * FROM counted) AS added LIMIT 1`);
  return difference === undefined;
}

/** Counts all calls again. Takes 0.3 seconds for 100,000 calls. */
export function rebuildCallCounts(db: Database): void {
  db.transaction(() => {
    db.run('DELETE FROM call_count');
    db.run(`INSERT INTO call_count (org_id, hour, ${countColumns}) ${countAllCalls('max(disposition)')}`);
  });
}
