/**
 * The rows of the activity are numbered without gaps and chained by their hashes. `activity_head` contains the number of rows
 * and the hash of the last one, so that missing rows at the end are detected.
 */
export const activity = {
  slug: 'activity',
  up: `
    ALTER TABLE api_key ADD COLUMN rotated_at INTEGER;

    CREATE TABLE activity (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor_id TEXT NOT NULL,
      actor_name TEXT NOT NULL,
      actor_hint TEXT,
      role TEXT NOT NULL CHECK (role IN ('admin', 'manager', 'viewer')),
      operation TEXT NOT NULL,
      subject_id TEXT,
      subject_label TEXT,
      result TEXT NOT NULL CHECK (result IN ('done', 'refused', 'failed')),
      status INTEGER NOT NULL,
      code TEXT,
      request_id TEXT NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;
    CREATE INDEX activity_by_operation ON activity (operation);
    CREATE INDEX activity_by_actor ON activity (actor_id);
    CREATE INDEX activity_by_result ON activity (result);
    CREATE INDEX activity_by_time ON activity (at);

    CREATE TABLE activity_head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      rows INTEGER NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;
    INSERT INTO activity_head (id, rows, hash) VALUES (1, 0, '${'0'.repeat(64)}');
  `,
} as const;
