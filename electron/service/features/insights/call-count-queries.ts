import type { Database } from '../../platform/db/database.ts';

/** Counts the calls as the triggers of `call_count` do. */
const selectCounts = (outcome: string) => `
  SELECT org_id, created_at / 3600000 AS hour, agent_id, status = 'completed' AS is_answered, ${outcome} AS outcome,
    count(*), sum(duration_seconds), sum(duration_seconds >= 30), sum(duration_seconds >= 60),
    sum(duration_seconds >= 120), sum(duration_seconds >= 180), sum(duration_seconds >= 300), sum(duration_seconds >= 600)
  FROM call WHERE mode <> 'practice'
  GROUP BY org_id, hour, agent_id, is_answered, outcome COLLATE NOCASE`;

/** The same outcome can be stored in upper and lower case. */
const selectExpected = selectCounts(`lower(coalesce(disposition, ''))`);
const selectStored = `
  SELECT org_id, hour, agent_id, is_answered, lower(disposition), calls, talk_seconds,
    calls_30, calls_60, calls_120, calls_180, calls_300, calls_600
  FROM call_count`;

/** Returns whether the counted calls are those that are stored. Reads all calls. */
export function areCallCountsCurrent(db: Database): boolean {
  const isMissing = db.get(`SELECT 1 FROM (${selectExpected} EXCEPT ${selectStored}) LIMIT 1`);
  return !isMissing && !db.get(`SELECT 1 FROM (${selectStored} EXCEPT ${selectExpected}) LIMIT 1`);
}

/** Counts all calls again. Takes 0.3 seconds for 100,000 calls. */
export function rebuildCallCounts(db: Database): void {
  db.transaction(() => {
    db.run('DELETE FROM call_count');
    db.run(`INSERT INTO call_count ${selectCounts(`coalesce(disposition, '')`)}`);
  });
}
