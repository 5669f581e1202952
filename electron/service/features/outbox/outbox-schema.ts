export const outboxSchema = `
-- A change that is sent to the remote. item_id is its Idempotency-Key, and key_hash identifies the remote and the API key that
-- have received it, if they honour it. subject_id names what is changed, such as a document by its local ID; "payload" is JSON.
CREATE TABLE outbox_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id TEXT NOT NULL UNIQUE,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  kind TEXT NOT NULL CHECK (
    kind IN (
      'upload_document', 'delete_document', 'change_document', 'replace_document', 'place_call', 'cancel_call', 'submit_request',
      'update_reviews', 'write_note', 'correct_outcome', 'update_follow_up',
      'score_call', 'change_criterion', 'change_saved_item'
    )
  ),
  state TEXT NOT NULL CHECK (state IN ('queued', 'in_flight', 'held', 'unknown', 'rejected', 'done', 'canceled')),
  subject_id TEXT NOT NULL,
  label TEXT NOT NULL,
  payload TEXT NOT NULL,
  placed_by TEXT NOT NULL,
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  first_sent_at INTEGER,
  key_hash TEXT,
  is_repeat_accepted INTEGER NOT NULL DEFAULT 0 CHECK (is_repeat_accepted IN (0, 1)),
  next_attempt_at INTEGER,
  send_not_after INTEGER,
  settled_at INTEGER
) STRICT;
CREATE INDEX outbox_item_open ON outbox_item (id, state) WHERE state NOT IN ('done', 'canceled');
CREATE INDEX outbox_item_of_subject ON outbox_item (subject_id, id);
-- Finds the next item of a kind that can be sent without reading items of other kinds: hundreds of uploads can wait.
CREATE INDEX outbox_item_queued ON outbox_item (kind, id) WHERE state = 'queued';
CREATE INDEX outbox_item_retry ON outbox_item (next_attempt_at)
  WHERE state = 'queued' AND next_attempt_at IS NOT NULL;
CREATE INDEX outbox_item_expiry ON outbox_item (send_not_after) WHERE state = 'queued' AND send_not_after IS NOT NULL;
`;
