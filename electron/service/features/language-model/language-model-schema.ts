export const languageModelSchema = `
-- The language model that agents use. "settings" is JSON, without the API key. Without a row, agents follow rules only.
CREATE TABLE language_model (
  org_id TEXT PRIMARY KEY REFERENCES organization (org_id),
  settings TEXT NOT NULL
) STRICT;
`;
