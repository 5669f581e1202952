export const agentsSchema = `
-- A voice agent. Agents are archived, not deleted, because their calls refer to them.
CREATE TABLE agent (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  agent_id TEXT NOT NULL UNIQUE,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  name TEXT NOT NULL,
  objective TEXT NOT NULL,
  audience TEXT NOT NULL,
  greeting TEXT NOT NULL,
  voice TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived'))
) STRICT;
CREATE INDEX agent_of_organization ON agent (org_id, id);
`;
