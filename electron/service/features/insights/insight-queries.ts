import { successfulDispositions } from '../../../../shared/dispositions.ts';
import { engagedSeconds, talkTimeClasses, type CallCounts } from '../../../../shared/insights.ts';
import type { Database } from '../../platform/db/database.ts';

/** Calls of an organization from `fromMs` until before `toMs`, in milliseconds since the epoch. */
export type InsightScope = {
  readonly orgId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly agent: string | undefined;
};

// This index has every column of these queries, so that no call itself is read.
const scopeSql = `FROM call INDEXED BY call_by_filter
  WHERE org_id = ?1 AND created_at >= ?2 AND created_at < ?3 AND mode <> 'practice' AND (?4 IS NULL OR agent_id = ?4)`;

/** The column ignores case. */
const successSql = successfulDispositions.map((name) => `'${name}'`).join(', ');

const engagedSql = `status = 'completed' AND duration_seconds >= ${engagedSeconds}`;

const countsSql = `count(*) AS placed,
  count(*) FILTER (WHERE status = 'completed') AS answered,
  count(*) FILTER (WHERE ${engagedSql}) AS engaged,
  count(*) FILTER (WHERE ${engagedSql} AND disposition IS NOT NULL) AS engaged_with_outcome,
  count(*) FILTER (WHERE ${engagedSql} AND disposition IN (${successSql})) AS engaged_successful,
  count(*) FILTER (WHERE status = 'completed' AND disposition IN (${successSql})) AS successful,
  coalesce(sum(duration_seconds) FILTER (WHERE status = 'completed'), 0) AS talk_seconds`;

const bind = ({ orgId, fromMs, toMs, agent }: InsightScope) => [orgId, fromMs, toMs, agent ?? null] as const;

export const noCalls: CallCounts = {
  placed: 0,
  answered: 0,
  engaged: 0,
  engaged_with_outcome: 0,
  engaged_successful: 0,
  successful: 0,
  talk_seconds: 0,
};

export function countCallsOfPeriod(db: Database, scope: InsightScope): CallCounts {
  const counts = db.get<CallCounts>(`SELECT ${countsSql} ${scopeSql}`, ...bind(scope));
  return counts ?? noCalls;
}

/** Calls of an interval that are counted in the same way. Intervals have one length, and are numbered from the epoch. */
export type IntervalGroup = {
  readonly interval: number;
  /** The index of a kind in `callKinds`. */
  readonly kind: number;
  readonly calls: number;
  readonly talk_seconds: number;
};

type CallKind = {
  readonly isAnswered: boolean;
  readonly isEngaged: boolean;
  readonly outcome: 'none' | 'other' | 'successful';
};

const outcomes = ['none', 'other', 'successful'] as const;

/** Each call is of one kind. Grouping by one number is faster than one condition for each count. */
export const callKinds: readonly CallKind[] = [
  { isAnswered: false, isEngaged: false, outcome: 'none' },
  ...[false, true].flatMap((isEngaged) => outcomes.map((outcome) => ({ isAnswered: true, isEngaged, outcome }))),
];

const kindSql = `CASE WHEN status <> 'completed' THEN 0
  ELSE 1 + ${outcomes.length} * (duration_seconds >= ${engagedSeconds})
    + CASE WHEN disposition IS NULL THEN 0 WHEN disposition IN (${successSql}) THEN 2 ELSE 1 END END`;

/** Lists the calls by interval of this length, in order. */
export function listIntervalGroups(db: Database, scope: InsightScope, intervalMs: number): readonly IntervalGroup[] {
  return db.all<IntervalGroup>(
    `SELECT created_at / ${intervalMs} AS interval, ${kindSql} AS kind, count(*) AS calls, sum(duration_seconds) AS talk_seconds
     ${scopeSql} GROUP BY interval, kind ORDER BY interval`,
    ...bind(scope),
  );
}

/** Calls of an agent with the same status and outcome. */
export type OutcomeGroup = {
  readonly agent_id: string;
  readonly disposition: string | null;
  readonly answered: 0 | 1;
  readonly successful: 0 | 1;
  readonly calls: number;
  readonly talk_seconds: number;
  /** The number of calls of each talk time class and the ones after it: `calls_0`, `calls_1` … */
  readonly [callsFrom: `calls_${number}`]: number;
};

/** Lists the calls by status, agent and outcome, in the order of the index: nothing is sorted. */
export function listOutcomeGroups(db: Database, scope: InsightScope): readonly OutcomeGroup[] {
  const classSql = talkTimeClasses
    .map((seconds, index) => `count(*) FILTER (WHERE duration_seconds >= ${seconds}) AS calls_${index}`)
    .join(', ');
  return db.all<OutcomeGroup>(
    `SELECT agent_id, disposition, status = 'completed' AS answered,
       coalesce(disposition IN (${successSql}), 0) AS successful, count(*) AS calls, sum(duration_seconds) AS talk_seconds,
       ${classSql}
     ${scopeSql} GROUP BY status, agent_id, disposition`,
    ...bind(scope),
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
