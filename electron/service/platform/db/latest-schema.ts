/**
 * The tables that the first `version` migrations make. A new database starts with them, in an eighth of the time. After a
 * change, `node test/helpers/service/write-latest-schema.ts` writes this file.
 */
export const latestSchema = {
  version: 25,
  up: `
CREATE TABLE workspace (
      workspace_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      created_at INTEGER NOT NULL
    , kind TEXT NOT NULL DEFAULT 'local' CHECK (kind IN ('local', 'demo', 'linked'))) STRICT;
CREATE TABLE organization (
      org_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      industry TEXT NOT NULL,
      status TEXT NOT NULL,
      subscription_tier TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE member (
      user_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      email TEXT NOT NULL,
      status TEXT NOT NULL,
      invited_at INTEGER NOT NULL
    , role TEXT NOT NULL DEFAULT 'viewer') STRICT;
CREATE INDEX member_of_organization ON member (org_id, invited_at);
CREATE TABLE api_key (
      key_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('admin', 'manager', 'viewer')),
      sha256 TEXT NOT NULL UNIQUE,
      hint TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      last_used_at INTEGER,
      revoked_at INTEGER
    , rotated_at INTEGER) STRICT;
CREATE TABLE "idempotency_record" (
      key_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      body TEXT NOT NULL,
      headers TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (key_id, operation, idempotency_key)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE document (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      document_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      title TEXT NOT NULL,
      file_name TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('processing', 'active', 'failed', 'deleting')),
      failure TEXT,
      failure_detail TEXT,
      pages INTEGER,
      chunk_count INTEGER NOT NULL DEFAULT 0,
      model TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      added_at INTEGER NOT NULL
    , kind TEXT CHECK (kind IN ('pdf', 'docx', 'txt'))) STRICT;
CREATE INDEX document_of_organization ON document (org_id, id);
CREATE INDEX document_by_file ON document (sha256);
CREATE TABLE section (
      document INTEGER NOT NULL REFERENCES document (id),
      position INTEGER NOT NULL,
      page INTEGER,
      heading TEXT,
      text TEXT NOT NULL,
      PRIMARY KEY (document, position)
    ) STRICT;
CREATE TABLE chunk (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      document INTEGER NOT NULL REFERENCES document (id),
      position INTEGER NOT NULL,
      page INTEGER,
      heading TEXT,
      text TEXT NOT NULL,
      UNIQUE (document, position)
    ) STRICT;
CREATE TABLE vector (
      chunk INTEGER PRIMARY KEY REFERENCES chunk (id),
      model TEXT NOT NULL,
      embedding BLOB NOT NULL
    ) STRICT;
CREATE VIRTUAL TABLE chunk_fts USING fts5 (
      text, content = 'chunk', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
    );
CREATE TABLE agent (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      agent_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      name TEXT NOT NULL,
      objective TEXT NOT NULL,
      audience TEXT NOT NULL,
      greeting TEXT NOT NULL,
      voice TEXT NOT NULL,
      created_at INTEGER NOT NULL
    , status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived'))) STRICT;
CREATE INDEX agent_of_organization ON agent (org_id, id);
CREATE TABLE call (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      call_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      agent_id TEXT NOT NULL REFERENCES agent (agent_id),
      agent_name TEXT NOT NULL COLLATE NOCASE,
      recipient_number TEXT NOT NULL,
      persona TEXT,
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
    , speed TEXT NOT NULL DEFAULT 'fast' CHECK (speed IN ('fast', 'real_time')), do_not_call_override TEXT, mode TEXT NOT NULL DEFAULT 'simulated'
      CHECK (mode IN ('simulated', 'practice', 'remote')), review_state TEXT NOT NULL DEFAULT 'not_reviewed'
      CHECK (review_state IN ('not_reviewed', 'reviewed')), assignee_id TEXT) STRICT;
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
      chunk_position INTEGER NOT NULL, called_at INTEGER, agent INTEGER,
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
    , author_id TEXT) STRICT;
CREATE INDEX note_of_call ON note (call, at_ms);
CREATE TABLE saved_item (
      saved_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      UNIQUE (org_id, kind, name)
    ) STRICT;
CREATE TABLE plan (
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      effective_from INTEGER NOT NULL,
      name TEXT NOT NULL,
      fee_cents INTEGER NOT NULL CHECK (fee_cents BETWEEN 0 AND 1000000000000),
      minutes_included INTEGER NOT NULL CHECK (minutes_included BETWEEN 0 AND 1000000000),
      overage_cents_per_minute INTEGER NOT NULL CHECK (overage_cents_per_minute BETWEEN 0 AND 100000),
      anchor_day INTEGER NOT NULL CHECK (anchor_day BETWEEN 1 AND 31),
      PRIMARY KEY (org_id, effective_from)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE usage_entry (
      call INTEGER PRIMARY KEY REFERENCES call (id),
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      cycle_start INTEGER NOT NULL,
      at INTEGER NOT NULL,
      minutes INTEGER NOT NULL CHECK (minutes BETWEEN 0 AND 1000000),
      carried INTEGER NOT NULL DEFAULT 0 CHECK (carried IN (0, 1))
    , invoice_id TEXT REFERENCES invoice (invoice_id)) STRICT;
CREATE INDEX usage_of_cycle ON usage_entry (org_id, cycle_start, at, minutes);
CREATE INDEX usage_carried ON usage_entry (org_id) WHERE carried = 1;
CREATE TABLE usage_notice (
      notice_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      cycle_start INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('used_50', 'used_80', 'forecast', 'used_100')),
      raised_at INTEGER NOT NULL,
      minutes_used INTEGER NOT NULL,
      UNIQUE (org_id, cycle_start, kind)
    ) STRICT;
CREATE TABLE agent_request (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      request_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      name TEXT NOT NULL,
      objective TEXT NOT NULL,
      target_audience TEXT NOT NULL,
      required_integrations TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending_review', 'in_development', 'uat', 'delivered', 'rejected')),
      assigned_engineer TEXT,
      estimated_uat_at INTEGER,
      agent_id TEXT REFERENCES agent (agent_id),
      created_at INTEGER NOT NULL
    ) STRICT;
CREATE INDEX agent_request_of_organization ON agent_request (org_id, id);
CREATE INDEX agent_request_by_status ON agent_request (org_id, status, id);
CREATE INDEX call_of_agent ON call (org_id, agent_id, created_at);
CREATE TABLE "agent_request_event" (
      request INTEGER NOT NULL REFERENCES agent_request (id),
      position INTEGER NOT NULL,
      at INTEGER NOT NULL,
      actor_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('status', 'engineer', 'uat_date')),
      value TEXT,
      reason TEXT,
      PRIMARY KEY (request, position)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE activity (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor_id TEXT NOT NULL,
      actor_name TEXT NOT NULL,
      actor_hint TEXT,
      role TEXT NOT NULL CHECK (role IN ('admin', 'manager', 'viewer')),
      operation TEXT NOT NULL,
      subject_id TEXT,
      subject_label TEXT,
      result TEXT NOT NULL CHECK (result IN ('done', 'refused', 'failed')),
      status INTEGER NOT NULL,
      code TEXT,
      request_id TEXT NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;
CREATE INDEX activity_by_operation ON activity (operation);
CREATE INDEX activity_by_actor ON activity (actor_id);
CREATE INDEX activity_by_result ON activity (result);
CREATE INDEX activity_by_time ON activity (at);
CREATE TABLE activity_head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      rows INTEGER NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;
CREATE INDEX idempotency_record_by_age ON idempotency_record (created_at);
CREATE TABLE activity_gap (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('missing', 'replaced')),
      number INTEGER NOT NULL,
      entries INTEGER NOT NULL,
      after INTEGER,
      until INTEGER NOT NULL,
      detected_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE "invoice" (
      invoice_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      number INTEGER NOT NULL,
      cycle_start INTEGER NOT NULL,
      cycle_end INTEGER NOT NULL,
      issuer TEXT NOT NULL,
      customer TEXT NOT NULL,
      plan_name TEXT NOT NULL,
      fee_cents INTEGER NOT NULL,
      minutes_included INTEGER NOT NULL,
      overage_cents_per_minute INTEGER NOT NULL,
      minutes_used INTEGER NOT NULL,
      amount_cents INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'void')),
      paid_at INTEGER,
      reversed_at INTEGER,
      credit_note_number INTEGER,
      closes_cycle INTEGER NOT NULL DEFAULT 1 CHECK (closes_cycle IN (0, 1)),
      UNIQUE (org_id, number),
      UNIQUE (org_id, credit_note_number),
      CHECK (status <> 'void' OR reversed_at IS NOT NULL),
      CHECK (closes_cycle = 1 OR reversed_at IS NOT NULL)
    ) STRICT;
CREATE UNIQUE INDEX invoice_of_cycle ON invoice (org_id, cycle_start) WHERE closes_cycle = 1;
CREATE INDEX usage_of_invoice ON usage_entry (org_id, invoice_id, cycle_start);
CREATE TABLE do_not_call (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      entry_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      recipient_number TEXT NOT NULL,
      reason TEXT NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('manual', 'import', 'call')),
      call_id TEXT,
      added_at INTEGER NOT NULL,
      UNIQUE (org_id, recipient_number)
    ) STRICT;
CREATE INDEX call_completed ON call (org_id, mode, ended_at, duration_seconds) WHERE status = 'completed';
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
CREATE TABLE remote_call (
      call INTEGER PRIMARY KEY REFERENCES call (id),
      is_simulated INTEGER NOT NULL DEFAULT 0 CHECK (is_simulated IN (0, 1)),
      has_details INTEGER NOT NULL DEFAULT 0 CHECK (has_details IN (0, 1)),
      times TEXT NOT NULL DEFAULT 'unknown' CHECK (times IN ('unknown', 'estimated', 'exact')),
      recording_url TEXT,
      recording_error TEXT
    , has_more_turns INTEGER NOT NULL DEFAULT 0 CHECK (has_more_turns IN (0, 1))) STRICT;
CREATE INDEX remote_call_without_details ON remote_call (call) WHERE has_details = 0;
CREATE INDEX remote_call_without_recording ON remote_call (call)
      WHERE recording_url IS NOT NULL AND recording_error IS NULL;
CREATE TABLE remote_passage (
      turn INTEGER NOT NULL,
      position INTEGER NOT NULL,
      document_id TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (turn, position)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX remote_passage_of_document ON remote_passage (document_id);
CREATE TRIGGER remote_passage_of_deleted_document AFTER DELETE ON document BEGIN
      DELETE FROM remote_passage WHERE document_id = old.document_id;
    END;
CREATE INDEX outbox_item_queued ON outbox_item (kind, id) WHERE state = 'queued';
CREATE INDEX outbox_item_retry ON outbox_item (next_attempt_at)
      WHERE state = 'queued' AND next_attempt_at IS NOT NULL;
CREATE INDEX outbox_item_expiry ON outbox_item (send_not_after) WHERE state = 'queued' AND send_not_after IS NOT NULL;
CREATE TABLE call_setting (
      org_id TEXT PRIMARY KEY REFERENCES organization (org_id),
      name_rule TEXT NOT NULL
    ) STRICT;
CREATE VIRTUAL TABLE call_metadata_fts USING fts5 (
      text, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'porter unicode61 remove_diacritics 2'
    );
CREATE TRIGGER call_metadata_of_new_call AFTER INSERT ON call WHEN new.metadata <> '{}' BEGIN
      INSERT INTO call_metadata_fts (rowid, text)
      SELECT new.id, coalesce(group_concat(entry.atom, char(10)), '') FROM json_tree(new.metadata) AS entry
      WHERE entry.atom IS NOT NULL;
    END;
CREATE TRIGGER call_metadata_of_deleted_call AFTER DELETE ON call BEGIN
      DELETE FROM call_metadata_fts WHERE rowid = old.id;
    END;
CREATE TABLE call_tag (
      call INTEGER NOT NULL REFERENCES call (id),
      tag TEXT NOT NULL COLLATE NOCASE,
      PRIMARY KEY (call, tag)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX call_tag_by_tag ON call_tag (tag, call);
CREATE INDEX call_by_filter ON call (
      org_id, status, agent_id, disposition, created_at, duration_seconds, agent_name, recipient_number, mode, review_state,
      assignee_id
    );
CREATE TABLE unanswered_question (
      turn INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      asked_at INTEGER NOT NULL,
      resolved_at INTEGER,
      model TEXT,
      embedding BLOB
    ) STRICT;
CREATE INDEX unanswered_question_open ON unanswered_question (org_id, asked_at) WHERE resolved_at IS NULL;
CREATE TABLE criterion (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      criterion_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      weight INTEGER NOT NULL CHECK (weight BETWEEN 1 AND 10),
      rule TEXT,
      deleted_at INTEGER
    ) STRICT;
CREATE INDEX criterion_of_organization ON criterion (org_id, position);
CREATE TABLE call_score (
      call INTEGER NOT NULL REFERENCES call (id),
      criterion INTEGER NOT NULL REFERENCES criterion (id),
      answer TEXT NOT NULL CHECK (answer IN ('yes', 'no', 'not_applicable')),
      reviewer_id TEXT,
      key_id TEXT NOT NULL,
      decided_at INTEGER NOT NULL,
      PRIMARY KEY (call, criterion)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX call_score_by_criterion ON call_score (criterion, call);
CREATE INDEX turn_passage_by_passage ON turn_passage (document_id, chunk_position, called_at, agent)
      WHERE called_at IS NOT NULL;
CREATE VIRTUAL TABLE note_fts USING fts5 (
      text, content = '', detail = none, prefix = '1 2 3 4', tokenize = 'porter unicode61 remove_diacritics 2'
    );
CREATE TRIGGER note_words_before_insert BEFORE INSERT ON note BEGIN
      INSERT INTO note_fts (note_fts, rowid, text)
      SELECT 'delete', call, group_concat(text, char(10)) FROM note WHERE call = new.call GROUP BY call;
    END;
CREATE TRIGGER note_words_after_insert AFTER INSERT ON note BEGIN
      INSERT INTO note_fts (rowid, text)
      SELECT call, group_concat(text, char(10)) FROM note WHERE call = new.call GROUP BY call;
    END;
CREATE TRIGGER note_words_before_update BEFORE UPDATE ON note BEGIN
      INSERT INTO note_fts (note_fts, rowid, text)
      SELECT 'delete', call, group_concat(text, char(10)) FROM note WHERE call IN (old.call, new.call) GROUP BY call;
    END;
CREATE TRIGGER note_words_after_update AFTER UPDATE ON note BEGIN
      INSERT INTO note_fts (rowid, text)
      SELECT call, group_concat(text, char(10)) FROM note WHERE call IN (old.call, new.call) GROUP BY call;
    END;
CREATE TRIGGER note_words_before_delete BEFORE DELETE ON note BEGIN
      INSERT INTO note_fts (note_fts, rowid, text)
      SELECT 'delete', call, group_concat(text, char(10)) FROM note WHERE call = old.call GROUP BY call;
    END;
CREATE TRIGGER note_words_after_delete AFTER DELETE ON note BEGIN
      INSERT INTO note_fts (rowid, text)
      SELECT call, group_concat(text, char(10)) FROM note WHERE call = old.call GROUP BY call;
    END;
CREATE INDEX call_score_by_reviewer ON call_score (coalesce(reviewer_id, key_id), criterion, call);
CREATE TABLE call_count (
      org_id TEXT NOT NULL,
      hour INTEGER NOT NULL,
      agent_id TEXT NOT NULL,
      is_answered INTEGER NOT NULL,
      disposition TEXT NOT NULL COLLATE NOCASE,
      calls INTEGER NOT NULL,
      talk_seconds INTEGER NOT NULL,
      calls_30 INTEGER NOT NULL,
      calls_60 INTEGER NOT NULL,
      calls_120 INTEGER NOT NULL,
      calls_180 INTEGER NOT NULL,
      calls_300 INTEGER NOT NULL,
      calls_600 INTEGER NOT NULL,
      PRIMARY KEY (org_id, hour, agent_id, is_answered, disposition)
    ) STRICT, WITHOUT ROWID;
CREATE TRIGGER call_count_of_new_call AFTER INSERT ON call BEGIN
      INSERT INTO call_count
      SELECT new.org_id, new.created_at / 3600000, new.agent_id, new.status = 'completed',
        coalesce(new.disposition, ''), 1, new.duration_seconds,
        new.duration_seconds >= 30, new.duration_seconds >= 60, new.duration_seconds >= 120,
        new.duration_seconds >= 180, new.duration_seconds >= 300, new.duration_seconds >= 600
      WHERE new.mode <> 'practice'
      ON CONFLICT DO UPDATE SET calls = calls + 1, talk_seconds = talk_seconds + excluded.talk_seconds,
        calls_30 = calls_30 + excluded.calls_30, calls_60 = calls_60 + excluded.calls_60,
        calls_120 = calls_120 + excluded.calls_120, calls_180 = calls_180 + excluded.calls_180,
        calls_300 = calls_300 + excluded.calls_300, calls_600 = calls_600 + excluded.calls_600;
    END;
CREATE TRIGGER call_count_of_deleted_call AFTER DELETE ON call BEGIN
      UPDATE call_count SET calls = calls - 1, talk_seconds = talk_seconds - old.duration_seconds,
        calls_30 = calls_30 - (old.duration_seconds >= 30), calls_60 = calls_60 - (old.duration_seconds >= 60),
        calls_120 = calls_120 - (old.duration_seconds >= 120), calls_180 = calls_180 - (old.duration_seconds >= 180),
        calls_300 = calls_300 - (old.duration_seconds >= 300), calls_600 = calls_600 - (old.duration_seconds >= 600)
      WHERE org_id = old.org_id AND hour = old.created_at / 3600000 AND agent_id = old.agent_id
        AND is_answered = (old.status = 'completed') AND disposition = coalesce(old.disposition, '')
        AND old.mode <> 'practice';
      DELETE FROM call_count WHERE org_id = old.org_id AND hour = old.created_at / 3600000 AND agent_id = old.agent_id
        AND is_answered = (old.status = 'completed') AND disposition = coalesce(old.disposition, '')
        AND old.mode <> 'practice' AND calls = 0;
    END;
CREATE TRIGGER call_count_of_changed_call
    AFTER UPDATE OF org_id, agent_id, status, disposition, duration_seconds, created_at, mode ON call BEGIN
      UPDATE call_count SET calls = calls - 1, talk_seconds = talk_seconds - old.duration_seconds,
        calls_30 = calls_30 - (old.duration_seconds >= 30), calls_60 = calls_60 - (old.duration_seconds >= 60),
        calls_120 = calls_120 - (old.duration_seconds >= 120), calls_180 = calls_180 - (old.duration_seconds >= 180),
        calls_300 = calls_300 - (old.duration_seconds >= 300), calls_600 = calls_600 - (old.duration_seconds >= 600)
      WHERE org_id = old.org_id AND hour = old.created_at / 3600000 AND agent_id = old.agent_id
        AND is_answered = (old.status = 'completed') AND disposition = coalesce(old.disposition, '')
        AND old.mode <> 'practice';
      DELETE FROM call_count WHERE org_id = old.org_id AND hour = old.created_at / 3600000 AND agent_id = old.agent_id
        AND is_answered = (old.status = 'completed') AND disposition = coalesce(old.disposition, '')
        AND old.mode <> 'practice' AND calls = 0;
      INSERT INTO call_count
      SELECT new.org_id, new.created_at / 3600000, new.agent_id, new.status = 'completed',
        coalesce(new.disposition, ''), 1, new.duration_seconds,
        new.duration_seconds >= 30, new.duration_seconds >= 60, new.duration_seconds >= 120,
        new.duration_seconds >= 180, new.duration_seconds >= 300, new.duration_seconds >= 600
      WHERE new.mode <> 'practice'
      ON CONFLICT DO UPDATE SET calls = calls + 1, talk_seconds = talk_seconds + excluded.talk_seconds,
        calls_30 = calls_30 + excluded.calls_30, calls_60 = calls_60 + excluded.calls_60,
        calls_120 = calls_120 + excluded.calls_120, calls_180 = calls_180 + excluded.calls_180,
        calls_300 = calls_300 + excluded.calls_300, calls_600 = calls_600 + excluded.calls_600;
    END;
CREATE TABLE call_talk (
      call INTEGER PRIMARY KEY REFERENCES call (id) ON DELETE CASCADE,
      agent_percent INTEGER,
      monologue_ms INTEGER,
      interruptions INTEGER,
      questions INTEGER NOT NULL
    ) STRICT;
CREATE TABLE call_total (
      call INTEGER PRIMARY KEY REFERENCES call (id) ON DELETE CASCADE,
      org_id TEXT NOT NULL,
      scorecard INTEGER NOT NULL,
      percent INTEGER
    ) STRICT;
CREATE INDEX call_total_by_percent ON call_total (org_id, scorecard, percent);
CREATE TRIGGER call_total_after_new_turn AFTER INSERT ON turn BEGIN
      DELETE FROM call_total WHERE call = new.id / 4096;
    END;
CREATE TRIGGER call_total_after_changed_turn AFTER UPDATE ON turn BEGIN
      DELETE FROM call_total WHERE call = new.id / 4096;
    END;
CREATE TRIGGER call_total_after_deleted_turn AFTER DELETE ON turn BEGIN
      DELETE FROM call_total WHERE call = old.id / 4096;
    END;
CREATE TRIGGER call_total_after_new_question AFTER INSERT ON unanswered_question BEGIN
      DELETE FROM call_total WHERE call = new.turn / 4096;
    END;
CREATE TRIGGER call_total_after_deleted_question AFTER DELETE ON unanswered_question BEGIN
      DELETE FROM call_total WHERE call = old.turn / 4096;
    END;
CREATE TRIGGER call_total_after_new_score AFTER INSERT ON call_score BEGIN
      DELETE FROM call_total WHERE call = new.call;
    END;
CREATE TRIGGER call_total_after_changed_score AFTER UPDATE ON call_score BEGIN
      DELETE FROM call_total WHERE call = old.call;DELETE FROM call_total WHERE call = new.call;
    END;
CREATE TRIGGER call_total_after_deleted_score AFTER DELETE ON call_score BEGIN
      DELETE FROM call_total WHERE call = old.call;
    END;
CREATE TRIGGER call_total_after_changed_call AFTER UPDATE OF org_id, status, disposition, mode ON call
      WHEN (old.org_id, old.status, old.disposition, old.mode) IS NOT (new.org_id, new.status, new.disposition, new.mode) BEGIN
      DELETE FROM call_total WHERE call = new.id;
    END;
CREATE TRIGGER call_total_after_new_remote_call AFTER INSERT ON remote_call BEGIN
      DELETE FROM call_total WHERE call = new.call;
    END;
CREATE TRIGGER call_total_after_changed_remote_call AFTER UPDATE OF times ON remote_call WHEN old.times IS NOT new.times BEGIN
      DELETE FROM call_total WHERE call = new.call;
    END;
CREATE TRIGGER call_total_after_deleted_remote_call AFTER DELETE ON remote_call BEGIN
      DELETE FROM call_total WHERE call = old.call;
    END;
INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO note_fts (note_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO activity_head (id, rows, hash) VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
`,
} as const;
