export const agentsSchema = `
-- A voice agent, with the fields of its published version by which lists show it. Agents are archived, not deleted, because their
-- calls refer to them. The agent of a build request in its acceptance test has the status "uat" and no version yet.
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
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived', 'uat')),
  published_version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX agent_of_organization ON agent (org_id, id);

-- A published version of an agent of this workspace. "definition" is JSON; the author is stored like that of a note.
CREATE TABLE agent_version (
  agent INTEGER NOT NULL REFERENCES agent (id),
  version INTEGER NOT NULL,
  definition TEXT NOT NULL,
  note TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  author_id TEXT,
  key_id TEXT NOT NULL,
  author_name TEXT,
  restored_from INTEGER,
  PRIMARY KEY (agent, version)
) STRICT;

-- The draft of an agent. base_version is the published version when it was started, and 0 if there was none.
CREATE TABLE agent_draft (
  agent INTEGER PRIMARY KEY REFERENCES agent (id),
  definition TEXT NOT NULL,
  revision INTEGER NOT NULL,
  base_version INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  author_id TEXT,
  key_id TEXT NOT NULL,
  author_name TEXT,
  restored_from INTEGER
) STRICT;
`;
