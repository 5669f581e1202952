export const speechServerSchema = `
-- The server that speaks for agents and transcribes. "settings" is JSON, without the API key, which is in the keychain if has_key is 1.
-- Without a row, agents speak with the built-in voices.
CREATE TABLE speech_server (
  org_id TEXT PRIMARY KEY REFERENCES organization (org_id),
  settings TEXT NOT NULL,
  has_key INTEGER NOT NULL CHECK (has_key IN (0, 1))
) STRICT;
`;
