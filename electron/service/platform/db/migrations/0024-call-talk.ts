/**
 * How both speakers talked in a completed call, for filters: the agent's share of the talk time, the longest monologue of one
 * speaker, the interruptions by both, and the questions of the recipient. Null if the times of the turns are not known.
 */
export const callTalk = {
  slug: 'call-talk',
  up: `
    CREATE TABLE call_talk (
      call INTEGER PRIMARY KEY REFERENCES call (id) ON DELETE CASCADE,
      agent_percent INTEGER,
      monologue_ms INTEGER,
      interruptions INTEGER,
      questions INTEGER NOT NULL
    ) STRICT;

    WITH spoken AS (
      SELECT turn.id / 4096 AS call, turn.id, speaker, start_ms, end_ms, max(0, end_ms - start_ms) AS length_ms,
        lag(speaker) OVER turns AS previous_speaker,
        coalesce(lag(speaker) OVER turns <> speaker AND lag(end_ms) OVER turns - start_ms >= 300, 0) AS interrupts,
        replace(replace(replace(replace(text, '？', '?'), '؟', '?'), '⸮', '?'), char(894), '?') AS marked
      FROM turn JOIN call ON call.id = turn.id / 4096 AND call.status = 'completed'
      WINDOW turns AS (PARTITION BY turn.id / 4096 ORDER BY turn.id)
    ), counted AS (
      SELECT *, sum(previous_speaker IS NOT speaker) OVER (PARTITION BY call ORDER BY id) AS stretch,
        replace(replace(replace(replace(replace(marked, '՞', '?'), '፧', '?'), '???', '?'), '??', '?'), '??', '?') AS asked
      FROM spoken
    ), measured AS (
      SELECT *, end_ms - first_value(start_ms) OVER (PARTITION BY call, stretch ORDER BY id) AS monologue_ms FROM counted
    )
    INSERT INTO call_talk
    SELECT call,
      iif(times IS 'unknown', NULL, CAST(round(
        100.0 * coalesce(sum(length_ms) FILTER (WHERE speaker = 'agent'), 0) / nullif(sum(length_ms), 0)
      ) AS INTEGER)),
      iif(times IS 'unknown', NULL, nullif(max(0, max(monologue_ms)), 0)),
      iif(times IS 'unknown', NULL, sum(interrupts)),
      coalesce(sum(length(asked) - length(replace(asked, '?', ''))) FILTER (WHERE speaker = 'user'), 0)
    FROM measured LEFT JOIN remote_call USING (call) GROUP BY call;
  `,
} as const;
