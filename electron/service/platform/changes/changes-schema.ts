export const changesSchema = `
-- The members' work and the calls that clients fetch, in the order of each item's latest change. item_id is the ID of a note,
-- criterion, saved item or call; a review or an outcome has the ID of its call, a score the ID of its criterion, and a follow-up its
-- name in the call. call_id is the call of a review, outcome, follow-up, note or score, and empty otherwise. Deleted items stay.
CREATE TABLE changed_item (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('review', 'note', 'score', 'outcome', 'follow_up', 'criterion', 'saved_item', 'call')),
  item_id TEXT NOT NULL,
  call_id TEXT NOT NULL DEFAULT '',
  UNIQUE (kind, item_id, call_id)
) STRICT;
-- There are few of them among the calls.
CREATE INDEX changed_item_of_work ON changed_item (position) WHERE kind <> 'call';
`;
