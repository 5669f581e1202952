/**
 * A step is something that happened to a request: `value` is the status it came to, the engineer who was assigned, or the
 * UAT date in milliseconds, null where it was taken away. Steps are only ever added, in the transaction that changes the
 * request itself.
 */
export const agentRequests = {
  slug: 'agent-requests',
  up: `
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
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX agent_request_of_organization ON agent_request (org_id, id);
    CREATE INDEX agent_request_by_status ON agent_request (org_id, status, id);
    CREATE INDEX call_of_agent ON call (org_id, agent_id, created_at);

    CREATE TABLE agent_request_step (
      request INTEGER NOT NULL REFERENCES agent_request (id),
      position INTEGER NOT NULL,
      at INTEGER NOT NULL,
      done_by TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('status', 'engineer', 'uat_date')),
      value TEXT,
      reason TEXT,
      PRIMARY KEY (request, position)
    ) STRICT, WITHOUT ROWID;
  `,
} as const;
