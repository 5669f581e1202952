export const changesSchema = `
-- The members' work that clients fetch, in the order of each item's latest change. item_id is the ID of a note, criterion or saved
-- item; a review has the ID of its call, and a score the ID of its criterion. call_id is empty for an item without a call. Deleted
-- items stay.
CREATE TABLE changed_item (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('review', 'note', 'score', 'criterion', 'saved_item')),
  item_id TEXT NOT NULL,
  call_id TEXT NOT NULL DEFAULT '',
  UNIQUE (kind, item_id, call_id)
) STRICT;
`;
