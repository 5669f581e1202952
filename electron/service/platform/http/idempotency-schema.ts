export const idempotencySchema = `
-- The response to a request with an Idempotency-Key, for requests that repeat it. key_id is an API key's, or "window";
-- "fingerprint" is the hash of the request, "body" and "headers" are JSON.
CREATE TABLE idempotency_record (
  key_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  body TEXT NOT NULL,
  headers TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, operation, idempotency_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_record_by_age ON idempotency_record (created_at);
`;
