/**
 * A linked workspace has one row in `connection`. `remote_item` maps a local ID to the ID of the remote; `remote_status` is a
 * status of the remote that this application does not know. `outbox_item` contains the changes that are sent to the remote; its
 * `item_id` is their Idempotency-Key, and `key_hash` identifies the remote and the API key that have received it, if they honour
 * it. A document that was uploaded elsewhere has no kind and no file, so its `sha256` is empty. A usage snapshot applies from
 * `taken_at` to `seen_at`. The PDF of an invoice shows the status `pdf_status`. Times are milliseconds and money is in cents.
 */
export const linkedWorkspaces = {
  slug: 'linked-workspaces',
  up: `
    ALTER TABLE workspace ADD COLUMN new_kind TEXT NOT NULL DEFAULT 'local' CHECK (new_kind IN ('local', 'demo', 'linked'));
    UPDATE workspace SET new_kind = kind;
    ALTER TABLE workspace DROP COLUMN kind;
    ALTER TABLE workspace RENAME COLUMN new_kind TO kind;

    ALTER TABLE document ADD COLUMN new_kind TEXT CHECK (new_kind IN ('pdf', 'docx', 'txt'));
    UPDATE document SET new_kind = kind;
    ALTER TABLE document DROP COLUMN kind;
    ALTER TABLE document RENAME COLUMN new_kind TO kind;

    DROP INDEX call_by_filter;
    DROP INDEX call_completed;
    ALTER TABLE call ADD COLUMN new_mode TEXT NOT NULL DEFAULT 'simulated'
      CHECK (new_mode IN ('simulated', 'practice', 'remote'));
    UPDATE call SET new_mode = mode WHERE mode <> 'simulated';
    ALTER TABLE call DROP COLUMN mode;
    ALTER TABLE call RENAME COLUMN new_mode TO mode;
    CREATE INDEX call_by_filter ON call (
      org_id, status, agent_id, disposition, created_at, duration_seconds, agent_name, recipient_number, mode
    );
    CREATE INDEX call_completed ON call (org_id, mode, ended_at, duration_seconds) WHERE status = 'completed';

    ALTER TABLE member ADD COLUMN new_role TEXT NOT NULL DEFAULT 'viewer';
    UPDATE member SET new_role = role;
    ALTER TABLE member DROP COLUMN role;
    ALTER TABLE member RENAME COLUMN new_role TO role;

    CREATE TABLE connection (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      base_url TEXT NOT NULL,
      remote_org_id TEXT NOT NULL,
      key_header TEXT NOT NULL,
      allow_http INTEGER NOT NULL CHECK (allow_http IN (0, 1)),
      certificate_sha256 TEXT,
      role TEXT CHECK (role IN ('admin', 'manager', 'viewer')),
      capabilities TEXT NOT NULL,
      checked_at INTEGER
    ) STRICT;

    CREATE TABLE remote_item (
      kind TEXT NOT NULL CHECK (kind IN ('document', 'call', 'agent_request', 'agent', 'member', 'invoice')),
      local_id TEXT NOT NULL,
      remote_id TEXT NOT NULL,
      remote_status TEXT,
      etag TEXT,
      fetched_at INTEGER,
      error TEXT,
      PRIMARY KEY (kind, local_id),
      UNIQUE (kind, remote_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE outbox_item (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      item_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      kind TEXT NOT NULL CHECK (
        kind IN ('upload_document', 'delete_document', 'place_call', 'cancel_call', 'submit_request')
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
    CREATE INDEX outbox_item_retry ON outbox_item (next_attempt_at) WHERE state = 'queued';
    CREATE INDEX outbox_item_expiry ON outbox_item (send_not_after) WHERE state = 'queued';
    CREATE INDEX outbox_item_of_subject ON outbox_item (subject_id, id);

    CREATE TABLE refresh (
      part TEXT PRIMARY KEY,
      refreshed_at INTEGER,
      cursor TEXT,
      error TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE usage_snapshot (
      taken_at INTEGER PRIMARY KEY,
      seen_at INTEGER NOT NULL,
      period_start INTEGER NOT NULL,
      period_end INTEGER NOT NULL,
      minutes_used INTEGER NOT NULL,
      minutes_included INTEGER NOT NULL,
      overage_minutes INTEGER NOT NULL,
      cost_cents INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE remote_invoice (
      invoice_id TEXT PRIMARY KEY,
      amount_cents INTEGER NOT NULL,
      status TEXT NOT NULL,
      issued_at INTEGER NOT NULL,
      pdf_url TEXT NOT NULL,
      pdf_sha256 TEXT,
      pdf_bytes INTEGER,
      pdf_status TEXT,
      pdf_error TEXT
    ) STRICT;
  `,
} as const;
