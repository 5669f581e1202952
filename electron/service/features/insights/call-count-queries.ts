// Public: other features may import this file.
import type { Database } from '../../platform/db/database.ts';
import { classColumns, countColumns } from './insight-queries.ts';
import { hourMs } from './local-time.ts';

/** Counts the calls as the triggers of `call_count` do. */
const selectCounts = (outcome: string) => `
  SELECT org_id, created_at / ${hourMs} AS hour, agent_id, status = 'completed' AS is_answered, ${outcome} AS outcome,
    count(*), sum(duration_seconds), ${classColumns.map(({ seconds }) => `sum(duration_seconds >= ${seconds})`).join(', ')}
  FROM call WHERE mode <> 'practice'
  GROUP BY org_id, hour, agent_id, is_answered, outcome COLLATE NOCASE`;

/** The same outcome can be stored in upper and lower case. */
const storedColumns = countColumns.replace('disposition', 'lower(disposition)');

/** Returns whether the stored counts are those of the calls. Reads all calls. */
export function areCallCountsCurrent(db: Database): boolean {
  const difference = db.get(`
    WITH counted AS MATERIALIZED (${selectCounts(`lower(coalesce(disposition, ''))`)}),
      stored AS MATERIALIZED (SELECT org_id, hour, ${storedColumns} FROM call_count)
    SELECT 1 FROM (SELECT * FROM counted EXCEPT SELECT * FROM stored)
    UNION ALL SELECT 1 FROM (SELECT * FROM stored EXCEPT SELECT * FROM counted) LIMIT 1`);
  return difference === undefined;
}

/** Counts all calls again. Takes 0.3 seconds for 100,000 calls. */
export function rebuildCallCounts(db: Database): void {
  db.transaction(() => {
    db.run('DELETE FROM call_count');
    db.run(`INSERT INTO call_count (org_id, hour, ${countColumns}) ${selectCounts(`coalesce(disposition, '')`)}`);
  });
}
