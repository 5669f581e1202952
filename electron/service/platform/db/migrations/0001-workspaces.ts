/** Times are milliseconds since the epoch. */
export const workspaces = {
  slug: 'house',
  up: `
    CREATE TABLE workspace (
      workspace_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('local', 'demo')),
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE organization (
      org_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      industry TEXT NOT NULL,
      status TEXT NOT NULL,
      subscription_tier TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE member (
      user_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      email TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('admin', 'manager', 'viewer')),
      status TEXT NOT NULL,
      invited_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX member_of_organization ON member (org_id, invited_at);

    CREATE TABLE api_key (
      key_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('admin', 'manager', 'viewer')),
      sha256 TEXT NOT NULL UNIQUE,
      hint TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      last_used_at INTEGER,
      revoked_at INTEGER
    ) STRICT;

    CREATE TABLE idempotent_answer (
      key_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      body TEXT NOT NULL,
      headers TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (key_id, operation, idempotency_key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotent_answer_age ON idempotent_answer (created_at);
  `,
} as const;
