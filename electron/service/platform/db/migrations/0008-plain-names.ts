/**
 * Renames tables, columns and stored values to the words that code and interface use. A column with a CHECK is replaced by a
 * new one, because SQLite cannot change a constraint. The column `call.transport` had one value and no reader.
 */
export const plainNames = {
  slug: 'plain-names',
  up: `
    ALTER TABLE idempotent_answer RENAME TO idempotency_record;
    DROP INDEX idempotent_answer_age;
    CREATE INDEX idempotency_record_by_age ON idempotency_record (created_at);

    ALTER TABLE agent_request_step RENAME TO agent_request_event;
    ALTER TABLE agent_request_event RENAME COLUMN done_by TO actor_id;

    ALTER TABLE vector RENAME COLUMN numbers TO embedding;

    ALTER TABLE agent ADD COLUMN new_status TEXT NOT NULL DEFAULT 'active' CHECK (new_status IN ('active', 'archived'));
    UPDATE agent SET new_status = 'archived' WHERE status = 'retired';
    ALTER TABLE agent DROP COLUMN status;
    ALTER TABLE agent RENAME COLUMN new_status TO status;

    ALTER TABLE call DROP COLUMN transport;
    ALTER TABLE call ADD COLUMN mode TEXT NOT NULL DEFAULT 'simulated' CHECK (mode IN ('simulated', 'practice'));
    UPDATE call SET mode = 'practice' WHERE recipient = 'typed';
    ALTER TABLE call DROP COLUMN recipient;
    ALTER TABLE call ADD COLUMN speed TEXT NOT NULL DEFAULT 'fast' CHECK (speed IN ('fast', 'real_time'));
    UPDATE call SET speed = 'real_time' WHERE pace = 'live';
    ALTER TABLE call DROP COLUMN pace;

    UPDATE saved_item SET value = json_remove(json_set(value, '$.sort', value ->> '$.order'), '$.order')
    WHERE kind = 'call_view' AND value ->> '$.order' IS NOT NULL;
  `,
} as const;
