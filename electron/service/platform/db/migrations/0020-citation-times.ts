/**
 * Citations are counted by passage and by the time of the call. `called_at` is null in practice calls, which are not counted. `agent`
 * is the row id of the call's agent.
 */
export const citationTimes = {
  slug: 'citation-times',
  up: `
    ALTER TABLE turn_passage ADD COLUMN called_at INTEGER;
    ALTER TABLE turn_passage ADD COLUMN agent INTEGER;
    UPDATE turn_passage SET (called_at, agent) = (
      SELECT call.created_at, agent.id FROM call JOIN agent USING (agent_id)
      WHERE call.id = turn_passage.turn / 4096 AND call.mode <> 'practice'
    );
    CREATE INDEX turn_passage_by_passage ON turn_passage (document_id, chunk_position, called_at, agent)
      WHERE called_at IS NOT NULL;
  `,
} as const;
