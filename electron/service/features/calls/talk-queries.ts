import type { Database } from '../../platform/db/database.ts';
import { maxTurnsPerCall } from './turn-queries.ts';

/** Every mark of `countQuestions` as `?`, several in a row as one. */
const askedSql = ['？', '؟', '⸮', '\u{37e}', '՞', '፧']
  .map((mark) => [mark, '?'] as const)
  .concat([
    ['???', '?'],
    ['??', '?'],
    ['??', '?'],
  ])
  .reduce((sql, [from, to]) => `replace(${sql}, '${from}', '${to}')`, 'text');

/**
 * Stores how both speakers talked in calls, for the filters of the list, as `findKeyMoments` computes it. Call it in the
 * transaction that changes their turns, or the times of the turns.
 */
export function measureTalk(db: Database, calls: readonly number[]): void {
  db.run(
    `WITH spoken AS (
       SELECT called.value AS call, turn.id, speaker, start_ms, end_ms, max(0, end_ms - start_ms) AS length_ms,
         lag(speaker) OVER turns AS previous_speaker,
         coalesce(lag(speaker) OVER turns <> speaker AND lag(end_ms) OVER turns - start_ms >= 300, 0) AS interrupts,
         ${askedSql} AS asked
       FROM json_each(?) AS called
       JOIN turn ON turn.id BETWEEN called.value * ${maxTurnsPerCall} AND called.value * ${maxTurnsPerCall} + ${maxTurnsPerCall - 1}
       WINDOW turns AS (PARTITION BY called.value ORDER BY turn.id)
     ), counted AS (
       SELECT *, sum(previous_speaker IS NOT speaker) OVER (PARTITION BY call ORDER BY id) AS stretch FROM spoken
     ), measured AS (
       SELECT *, end_ms - first_value(start_ms) OVER (PARTITION BY call, stretch ORDER BY id) AS monologue_ms FROM counted
     )
     INSERT OR REPLACE INTO call_talk (call, agent_percent, monologue_ms, interruptions, questions)
     SELECT call,
       iif(times IS 'unknown', NULL, CAST(round(
         100.0 * coalesce(sum(length_ms) FILTER (WHERE speaker = 'agent'), 0) / nullif(sum(length_ms), 0)
       ) AS INTEGER)),
       iif(times IS 'unknown', NULL, nullif(max(0, max(monologue_ms)), 0)),
       iif(times IS 'unknown', NULL, sum(interrupts)),
       coalesce(sum(length(asked) - length(replace(asked, '?', ''))) FILTER (WHERE speaker = 'user'), 0)
     FROM measured LEFT JOIN remote_call USING (call) GROUP BY call`,
    JSON.stringify(calls),
  );
}
