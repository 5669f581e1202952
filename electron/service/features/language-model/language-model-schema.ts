export const languageModelSchema = `
-- The language model that agents use. "settings" is JSON, without the API key, which is in the keychain if has_key is 1. Without a
-- row, agents follow rules only.
CREATE TABLE language_model (
  org_id TEXT PRIMARY KEY REFERENCES organization (org_id),
  settings TEXT NOT NULL,
  has_key INTEGER NOT NULL CHECK (has_key IN (0, 1))
) STRICT;
`;
