const markQuestions = (text: string) =>
  ['？', '؟', '⸮', '\u{37e}', '՞', '፧'].reduce((marked, mark) => `replace(${marked}, '${mark}', '?')`, text);

/** Texts in ASCII have one mark only. Of several marks in a row, the first is counted. */
const countQuestions = (text: string) => {
  const marked = `iif(octet_length(${text}) = length(${text}), ${text}, ${markQuestions(text)})`;
  const asked = `replace(replace(${marked}, '?', '?' || char(1)), char(1) || '?', '')`;
  return `octet_length(${asked}) - octet_length(replace(${asked}, '?', ''))`;
};

/**
 * How both speakers talked in an ended call, for filters: the agent's share of the talk time, the longest monologue of one
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

    INSERT INTO call_talk
    SELECT call.id,
      iif(times IS 'unknown', NULL, CAST(round(
        1.0 * coalesce(sum(max(0, this.end_ms - this.start_ms)) FILTER (WHERE this.speaker = 'agent'), 0)
          / nullif(sum(max(0, this.end_ms - this.start_ms)), 0) * 100
      ) AS INTEGER)),
      iif(times IS 'unknown', NULL, nullif(max(0, max(this.end_ms - (
        SELECT start_ms FROM turn WHERE id = coalesce(
          (SELECT max(id) + 1 FROM turn WHERE id >= call.id * 4096 AND id < this.id AND speaker <> this.speaker),
          call.id * 4096
        )
      ))), 0)),
      iif(times IS 'unknown', NULL, coalesce(sum(last.speaker <> this.speaker AND last.end_ms - this.start_ms >= 300), 0)),
      coalesce(sum(${countQuestions('this.text')}) FILTER (WHERE this.speaker = 'user'), 0)
    FROM call CROSS JOIN turn AS this ON this.id BETWEEN call.id * 4096 AND call.id * 4096 + 4095
    LEFT JOIN turn AS last ON last.id = this.id - 1 AND last.id >= call.id * 4096
    LEFT JOIN remote_call ON remote_call.call = call.id
    WHERE call.status NOT IN ('queued', 'ringing', 'in_progress')
    GROUP BY call.id;
  `,
} as const;
