export const apiKeysSchema = `
-- An API key, without its secret: "sha256" is the hash of the secret, and "hint" its last characters. A revoked key stays. user_id is
-- the member who owns it, if any; the key then has the member's role.
CREATE TABLE api_key (
  key_id TEXT PRIMARY KEY,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('admin', 'manager', 'viewer')),
  sha256 TEXT NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER,
  rotated_at INTEGER,
  user_id TEXT REFERENCES member (user_id)
) STRICT;
`;
