/**
 * The id of a turn is the id of its call times 4096 plus its position, so that the turns of a call are stored next to each
 * other. A turn refers to its source chunks and stores no copy, so that deleting a document leaves no text. `agent_name` is
 * the name when the call was placed. `call_by_filter` contains every column that lists filter and sort by, so that they need
 * not read the calls themselves. `call_fts` stores the words of completed calls, without text and positions.
 */
export const calls = {
  slug: 'calls',
  up: `
    CREATE TABLE agent (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      agent_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      name TEXT NOT NULL,
      objective TEXT NOT NULL,
      audience TEXT NOT NULL,
      greeting TEXT NOT NULL,
      voice TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('active', 'retired')),
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX agent_of_organization ON agent (org_id, id);

    INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
    SELECT 'agt_' || lower(hex(randomblob(12))), org_id, 'Front desk',
      'Ask customers whether everything works for them and answer their questions', 'Customers',
      'Hi {first_name}, this is the front desk, an automated assistant. Do you have a moment?',
      'slt', 'active', created_at
    FROM organization;

    CREATE TABLE call (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      call_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      agent_id TEXT NOT NULL REFERENCES agent (agent_id),
      agent_name TEXT NOT NULL COLLATE NOCASE,
      recipient_number TEXT NOT NULL,
      transport TEXT NOT NULL CHECK (transport IN ('rehearsal')),
      recipient TEXT NOT NULL CHECK (recipient IN ('simulated', 'typed')),
      persona TEXT,
      pace TEXT NOT NULL CHECK (pace IN ('fast', 'live')),
      placed_by TEXT NOT NULL,
      status TEXT NOT NULL CHECK (
        status IN ('queued', 'ringing', 'in_progress', 'completed', 'no_answer', 'busy', 'failed', 'canceled')
      ),
      reason TEXT,
      disposition TEXT COLLATE NOCASE,
      duration_seconds INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      answered_at INTEGER,
      ended_at INTEGER,
      metadata TEXT NOT NULL
    ) STRICT;
    CREATE INDEX call_by_filter ON call (
      org_id, status, agent_id, disposition, created_at, duration_seconds, agent_name, recipient_number
    );
    CREATE INDEX call_by_id ON call (org_id, id);
    CREATE INDEX call_by_agent ON call (org_id, agent_name, id);
    CREATE INDEX call_by_recipient ON call (org_id, recipient_number, id);
    CREATE INDEX call_by_status ON call (org_id, status, id);
    CREATE INDEX call_by_disposition ON call (org_id, disposition, id);
    CREATE INDEX call_by_duration ON call (org_id, duration_seconds, id);
    CREATE INDEX call_unfinished ON call (status, id) WHERE status IN ('queued', 'ringing', 'in_progress');

    CREATE TABLE turn (
      id INTEGER PRIMARY KEY,
      speaker TEXT NOT NULL CHECK (speaker IN ('agent', 'user')),
      text TEXT NOT NULL,
      start_ms INTEGER NOT NULL,
      end_ms INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE turn_passage (
      turn INTEGER NOT NULL REFERENCES turn (id),
      position INTEGER NOT NULL,
      document_id TEXT NOT NULL,
      title TEXT NOT NULL,
      page INTEGER,
      chunk INTEGER NOT NULL,
      PRIMARY KEY (turn, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE recording (
      call INTEGER PRIMARY KEY REFERENCES call (id),
      size_bytes INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      duration_ms INTEGER NOT NULL,
      peaks_per_second REAL NOT NULL,
      agent_peaks BLOB NOT NULL,
      user_peaks BLOB NOT NULL
    ) STRICT;

    CREATE VIRTUAL TABLE call_fts USING fts5 (
      text, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'porter unicode61 remove_diacritics 2'
    );

    CREATE TABLE note (
      note_id TEXT PRIMARY KEY,
      call INTEGER NOT NULL REFERENCES call (id),
      at_ms INTEGER NOT NULL,
      text TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX note_of_call ON note (call, at_ms);

    CREATE TABLE saved_item (
      saved_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      UNIQUE (org_id, kind, name)
    ) STRICT;

    CREATE TABLE signing_key (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      secret BLOB NOT NULL
    ) STRICT;
  `,
} as const;
