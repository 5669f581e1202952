export const syncSchema = `
-- When a part of the mirror was last refreshed in full, where the next refresh continues, and why the latest one failed. The part
-- "refused:<part>" has the time at which the remote reported that the API key is not allowed to read it.
CREATE TABLE refresh (
  part TEXT PRIMARY KEY,
  refreshed_at INTEGER,
  cursor TEXT,
  error TEXT
) STRICT, WITHOUT ROWID;
`;
