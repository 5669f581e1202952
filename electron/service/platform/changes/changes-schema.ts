export const changesSchema = `
-- What clients fetch of the work of members, in the order of the latest change of each. item_id is the ID of a note, a criterion or a
-- saved item; of the review of a call, it is the call's. call_id is empty for an item without a call. Deleted items stay.
CREATE TABLE changed_item (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('review', 'note', 'score', 'criterion', 'saved_item')),
  item_id TEXT NOT NULL,
  call_id TEXT NOT NULL DEFAULT '',
  UNIQUE (kind, item_id, call_id)
) STRICT;
`;
