export const organizationsSchema = `
-- An organization. A workspace has one; in a linked workspace it has an ID of its own, and "connection" has the remote's.
CREATE TABLE organization (
  org_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  industry TEXT NOT NULL,
  status TEXT NOT NULL,
  subscription_tier TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- A member of an organization. A remote can have roles and states that this application does not know.
CREATE TABLE member (
  user_id TEXT PRIMARY KEY,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  email TEXT NOT NULL,
  status TEXT NOT NULL,
  invited_at INTEGER NOT NULL,
  role TEXT NOT NULL DEFAULT 'viewer'
) STRICT;
CREATE INDEX member_of_organization ON member (org_id, invited_at);
`;
