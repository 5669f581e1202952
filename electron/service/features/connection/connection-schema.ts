export const connectionSchema = `
-- The remote of a linked workspace, in one row. key_header is the header in which it expects the API key, which is in the
-- keychain; "capabilities" is JSON, found by the check at checked_at. archived_agents is a JSON array of the IDs of the agents that
-- the link archived: they return when the workspace is unlinked.
CREATE TABLE connection (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  base_url TEXT NOT NULL,
  remote_org_id TEXT NOT NULL,
  key_header TEXT NOT NULL,
  allow_http INTEGER NOT NULL CHECK (allow_http IN (0, 1)),
  certificate_sha256 TEXT,
  role TEXT CHECK (role IN ('admin', 'manager', 'viewer')),
  capabilities TEXT NOT NULL,
  checked_at INTEGER,
  archived_agents TEXT NOT NULL DEFAULT '[]'
) STRICT;
`;
