import {
  findPercentiles,
  type CountedTime,
  type LatencyField,
  type LatencySummary,
  type Percentiles,
} from '../../../../shared/calls/turn-latency.ts';
import type { Database } from '../../platform/db/database.ts';
import type { InsightScope } from './insight-queries.ts';

/** Returns how long recipients waited for the agents' turns in a period. */
export function readLatencyOfPeriod(db: Database, scope: InsightScope): LatencySummary {
  return {
    response_ms: readPercentiles(db, scope, 'response_ms'),
    retrieval_ms: readPercentiles(db, scope, 'retrieval_ms'),
    first_token_ms: readPercentiles(db, scope, 'first_token_ms'),
    first_sound_ms: readPercentiles(db, scope, 'first_sound_ms'),
  };
}

/** The index has every column, so that no turn itself is read. */
function readPercentiles(
  db: Database,
  { orgId, fromMs, toMs, agent }: InsightScope,
  field: LatencyField,
): Percentiles | null {
  const times = db.all<CountedTime>(
    `SELECT ${field} AS ms, count(*) AS turns FROM turn_latency INDEXED BY turn_latency_by_time
     WHERE called_at >= ?2 AND called_at < ?3 AND ${field} IS NOT NULL
       AND agent IN (SELECT id FROM agent WHERE org_id = ?1 AND (CAST(?4 AS TEXT) IS NULL OR agent_id = ?4))
     GROUP BY ${field} ORDER BY ${field}`,
    orgId,
    fromMs,
    toMs,
    agent ?? null,
  );
  return findPercentiles(times);
}
