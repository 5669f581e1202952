export const savedItemsSchema = `
-- What a user saved under a name: a view of the call list, metadata for calls, a draft of a request, or an item that the overview
-- hides. "value" is JSON, whose form depends on "kind".
CREATE TABLE saved_item (
  saved_id TEXT PRIMARY KEY,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (org_id, kind, name)
) STRICT;
`;
