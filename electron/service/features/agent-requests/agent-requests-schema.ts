export const agentRequestsSchema = `
-- A build request. required_integrations is a JSON list of names; agent_id is the agent that was delivered, and build_agent_id the one
-- that is tried in the acceptance test, which delivery releases.
CREATE TABLE agent_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request_id TEXT NOT NULL UNIQUE,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  name TEXT NOT NULL,
  objective TEXT NOT NULL,
  target_audience TEXT NOT NULL,
  required_integrations TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending_review', 'in_development', 'uat', 'delivered', 'rejected')),
  assigned_engineer TEXT,
  estimated_uat_at INTEGER,
  agent_id TEXT REFERENCES agent (agent_id),
  created_at INTEGER NOT NULL,
  build_agent_id TEXT REFERENCES agent (agent_id)
) STRICT;
CREATE INDEX agent_request_of_organization ON agent_request (org_id, id);
CREATE INDEX agent_request_by_status ON agent_request (org_id, status, id);

-- A point of a build request's objective that an admin accepted or rejected in the acceptance test, at "position" in the objective. The
-- author is stored like that of a note.
CREATE TABLE acceptance_decision (
  request INTEGER NOT NULL REFERENCES agent_request (id),
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('accepted', 'rejected')),
  reason TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  author_id TEXT,
  key_id TEXT NOT NULL,
  author_name TEXT,
  PRIMARY KEY (request, position)
) STRICT;

-- A change of a request, at "position" in its history. "value" is the new status, the engineer, or the UAT date in milliseconds;
-- null if the engineer or the date was removed.
CREATE TABLE agent_request_event (
  request INTEGER NOT NULL REFERENCES agent_request (id),
  position INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('status', 'engineer', 'uat_date')),
  value TEXT,
  reason TEXT,
  PRIMARY KEY (request, position)
) STRICT, WITHOUT ROWID;
`;
