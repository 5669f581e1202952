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

-- A member of an organization. A remote can have roles and states that this application does not know. One that was removed stays,
-- so that what the member wrote keeps the name.
CREATE TABLE member (
  user_id TEXT PRIMARY KEY,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  email TEXT NOT NULL,
  status TEXT NOT NULL,
  invited_at INTEGER NOT NULL,
  role TEXT NOT NULL DEFAULT 'viewer',
  removed_at INTEGER
) STRICT;
CREATE INDEX member_of_organization ON member (org_id, invited_at);

-- An invitation, without its secret: "sha256" is the hash of the secret. A member who has not accepted has at most one without an
-- outcome. The others stay, so that the person learns why an invitation does not work.
CREATE TABLE invitation (
  sha256 TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES member (user_id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  outcome TEXT CHECK (outcome IN ('accepted', 'withdrawn'))
) STRICT;
CREATE INDEX invitation_of_member ON invitation (user_id);
`;
