export const doNotCallSchema = `
-- A number that must not be called. call_id is the first call in which the recipient asked for it, if the source is a call.
CREATE TABLE do_not_call (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id TEXT NOT NULL UNIQUE,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  recipient_number TEXT NOT NULL,
  reason TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('manual', 'import', 'call')),
  call_id TEXT,
  added_at INTEGER NOT NULL,
  UNIQUE (org_id, recipient_number)
) STRICT;
`;
