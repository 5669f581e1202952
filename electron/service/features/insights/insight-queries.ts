import { successfulDispositions } from '../../../../shared/dispositions.ts';
import { engagedSeconds, insightGroupsMax, talkTimeClasses, type CallCounts } from '../../../../shared/insights.ts';
import type { Database } from '../../platform/db/database.ts';

/** Calls of an organization from `fromMs` until before `toMs`, in milliseconds since the epoch. */
export type InsightScope = {
  readonly orgId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly agent: string | undefined;
};

/** Short enough that no change of a time zone's offset falls between its ends. */
export const quarterMs = 15 * 60 * 1000;

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

export type QuarterCounts = CallCounts & { readonly quarter: number };

/** Counts the calls of each quarter of an hour that has any. `quarter` counts from the epoch. */
export function countCallsByQuarter(db: Database, scope: InsightScope): readonly QuarterCounts[] {
  return db.all<QuarterCounts>(
    `SELECT created_at / ${quarterMs} AS quarter, ${countsSql} ${scopeSql} GROUP BY quarter`,
    ...bind(scope),
  );
}

export type AgentCounts = CallCounts & { readonly agent_id: string; readonly agent_name: string };

/** Counts the calls of each agent, with its current name, most calls first. */
export function countCallsByAgent(db: Database, scope: InsightScope): readonly AgentCounts[] {
  return db.all<AgentCounts>(
    `SELECT counts.*, agent.name AS agent_name
     FROM (SELECT agent_id, ${countsSql} ${scopeSql} GROUP BY agent_id) AS counts
     JOIN agent USING (agent_id) ORDER BY placed DESC, agent_name LIMIT ${insightGroupsMax}`,
    ...bind(scope),
  );
}

export type OutcomeCounts = { readonly disposition: string; readonly calls: number; readonly talk_seconds: number };

/** Counts the completed calls of each disposition, most frequent first. */
export function countCallsByOutcome(db: Database, scope: InsightScope): readonly OutcomeCounts[] {
  return db.all<OutcomeCounts>(
    `SELECT disposition, count(*) AS calls, sum(duration_seconds) AS talk_seconds ${scopeSql}
     AND status = 'completed' AND disposition IS NOT NULL GROUP BY disposition ORDER BY calls DESC, disposition
     LIMIT ${insightGroupsMax}`,
    ...bind(scope),
  );
}

/** Counts the completed calls of each class of talk time, in the order of `talkTimeClasses`. */
export function countCallsByTalkTime(db: Database, scope: InsightScope): readonly number[] {
  const classSql = talkTimeClasses
    .slice(1)
    .map((seconds) => `(duration_seconds >= ${seconds})`)
    .join(' + ');
  const rows = db.all<{ readonly class: number; readonly calls: number }>(
    `SELECT ${classSql} AS class, count(*) AS calls ${scopeSql} AND status = 'completed' GROUP BY class`,
    ...bind(scope),
  );
  const calls = new Map(rows.map((row) => [row.class, row.calls]));
  return talkTimeClasses.map((_, index) => calls.get(index) ?? 0);
}
