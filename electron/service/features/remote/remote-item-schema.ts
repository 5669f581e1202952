export const remoteItemSchema = `
-- The ID that the remote gave to an item of this workspace. remote_status is a status that this application does not know, and
-- "error" says why the item could not be refreshed.
CREATE TABLE remote_item (
  kind TEXT NOT NULL CHECK (kind IN ('document', 'call', 'agent_request', 'agent', 'member', 'invoice', 'criterion', 'saved_item')),
  local_id TEXT NOT NULL,
  remote_id TEXT NOT NULL,
  remote_status TEXT,
  etag TEXT,
  fetched_at INTEGER,
  error TEXT,
  PRIMARY KEY (kind, local_id),
  UNIQUE (kind, remote_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX remote_item_with_error ON remote_item (kind, remote_id) WHERE error IS NOT NULL;
`;
