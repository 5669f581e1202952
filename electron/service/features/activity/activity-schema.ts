export const activitySchema = `
-- An entry of the audit log. "number" counts from 1 without gaps, and "hash" includes the hash of the entry before.
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

-- The number of entries and the hash of the last one, in one row, so that missing entries at the end are detected.
CREATE TABLE activity_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  rows INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
INSERT INTO activity_head (id, rows, hash) VALUES (1, 0, '${'0'.repeat(64)}');

-- Entries that the database lost, found by comparing it with the head that is stored outside: "entries" of them from "number",
-- made after the time "after", if it is known, and until "until".
CREATE TABLE activity_gap (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('missing', 'replaced')),
  number INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  after INTEGER,
  until INTEGER NOT NULL,
  detected_at INTEGER NOT NULL
) STRICT;
`;
