export const followUpsSchema = `
-- What a call promised. "field" is the captured field, and empty for other kinds. due_words is when it is due as it was said, and empty
-- if no time was named; due_at is the same as a time, and due_has_time is 0 if only a day was named. The author is who changed it last,
-- like the author of a note; key_id is empty if nobody did.
CREATE TABLE follow_up (
  call INTEGER NOT NULL REFERENCES call (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('callback', 'person', 'outcome', 'field')),
  field TEXT NOT NULL,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  reason TEXT NOT NULL,
  due_words TEXT NOT NULL,
  due_at INTEGER,
  due_has_time INTEGER NOT NULL CHECK (due_has_time IN (0, 1)),
  created_at INTEGER NOT NULL,
  snoozed_until INTEGER,
  done_at INTEGER,
  author_id TEXT,
  key_id TEXT NOT NULL,
  author_name TEXT,
  PRIMARY KEY (call, kind, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX follow_up_open ON follow_up (org_id, due_at, created_at) WHERE done_at IS NULL;
CREATE INDEX follow_up_done ON follow_up (org_id, done_at) WHERE done_at IS NOT NULL;
`;
