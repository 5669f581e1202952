export const outcomeSchema = `
-- A captured field of a call: what the recipient answered to a question of the agent, in the order of the questions. "spoken" is what
-- they said, empty if they did not answer; "value" is the answer in the form of its type, with corrections; null if there is none.
-- "choices" is a JSON array, and answered_in the position of the turn with the answer; null if that is not known.
CREATE TABLE call_field (
  call INTEGER NOT NULL REFERENCES call (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  field TEXT NOT NULL,
  question TEXT NOT NULL,
  type TEXT NOT NULL,
  choices TEXT NOT NULL,
  needs_follow_up INTEGER NOT NULL CHECK (needs_follow_up IN (0, 1)),
  spoken TEXT NOT NULL,
  value TEXT,
  answered_in INTEGER,
  PRIMARY KEY (call, field)
) STRICT, WITHOUT ROWID;

-- A correction of the outcome of a call, or of a captured field; "field" is empty for the outcome. The values are from before and after
-- it; null without a value. author_id, key_id and author_name are like those of a note.
CREATE TABLE call_correction (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  correction_id TEXT NOT NULL,
  call INTEGER NOT NULL REFERENCES call (id) ON DELETE CASCADE,
  field TEXT NOT NULL,
  old_value TEXT,
  new_value TEXT,
  corrected_at INTEGER NOT NULL,
  author_id TEXT,
  key_id TEXT NOT NULL,
  author_name TEXT,
  UNIQUE (correction_id, field)
) STRICT;
CREATE INDEX call_correction_of_call ON call_correction (call, id);
`;
