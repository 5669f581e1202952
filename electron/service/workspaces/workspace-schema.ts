export const workspaceSchema = `
-- The workspace of this file, in one row. workspace_id is the name of its folder.
CREATE TABLE workspace (
  workspace_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  created_at INTEGER NOT NULL,
  kind TEXT NOT NULL DEFAULT 'local' CHECK (kind IN ('local', 'demo', 'linked'))
) STRICT;
`;
