import { lexicalTokenizer } from '../../platform/db/stem-queries.ts';

export const callsSchema = `
-- A call. agent_name is the name when the call was placed, placed_by the ID of an API key or "window", "metadata" a JSON object.
-- created_at is when it was placed, and ended_at when it ended; null if a remote made it without saying when. do_not_call_override is
-- the reason why an Admin called a listed number, and assignee_id a member, also a former one. "disposition" is the current outcome, with
-- corrections. is_success is whether it counts as a success by the agent's definition; null if its name decides, as in calls of a remote. agent_version is the
-- version that spoke; null until the call starts, and if a remote made the call or if it tried a draft.
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
  is_success INTEGER CHECK (is_success IN (0, 1)),
  duration_seconds INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER,
  answered_at INTEGER,
  ended_at INTEGER,
  metadata TEXT NOT NULL,
  speed TEXT NOT NULL DEFAULT 'fast' CHECK (speed IN ('fast', 'real_time')),
  do_not_call_override TEXT,
  mode TEXT NOT NULL DEFAULT 'simulated' CHECK (mode IN ('simulated', 'practice', 'trial', 'remote')),
  review_state TEXT NOT NULL DEFAULT 'not_reviewed' CHECK (review_state IN ('not_reviewed', 'reviewed')),
  assignee_id TEXT,
  agent_version INTEGER
) STRICT;
CREATE INDEX call_by_id ON call (org_id, id);
CREATE INDEX call_by_agent ON call (org_id, agent_name, id);
CREATE INDEX call_by_recipient ON call (org_id, recipient_number, id);
CREATE INDEX call_by_status ON call (org_id, status, id);
CREATE INDEX call_by_disposition ON call (org_id, disposition, id);
CREATE INDEX call_by_duration ON call (org_id, duration_seconds, id);
CREATE INDEX call_unfinished ON call (status, id) WHERE status IN ('queued', 'ringing', 'in_progress');
CREATE INDEX call_of_agent ON call (org_id, agent_id, created_at);
CREATE INDEX call_without_date ON call (org_id, agent_id, mode) WHERE created_at IS NULL;
-- Billed calls are counted by their mode.
CREATE INDEX call_completed ON call (org_id, mode, ended_at, duration_seconds) WHERE status = 'completed';
-- Every column by which lists filter and sort, so that they need not read the calls themselves.
CREATE INDEX call_by_filter ON call (
  org_id, status, agent_id, disposition, created_at, duration_seconds, agent_name, recipient_number, mode, review_state,
  assignee_id, is_success
);
-- Linked workspaces fetch the calls of this service that were placed or have ended.
CREATE TRIGGER changed_item_of_new_call AFTER INSERT ON call WHEN new.mode NOT IN ('remote', 'trial') BEGIN
  DELETE FROM changed_item WHERE kind = 'call' AND item_id = new.call_id;
  INSERT INTO changed_item (kind, item_id) VALUES ('call', new.call_id);
END;
CREATE TRIGGER changed_item_of_ended_call AFTER UPDATE OF status ON call
WHEN new.mode NOT IN ('remote', 'trial') AND new.ended_at IS NOT NULL BEGIN
  DELETE FROM changed_item WHERE kind = 'call' AND item_id = new.call_id;
  INSERT INTO changed_item (kind, item_id) VALUES ('call', new.call_id);
END;

-- A call that tries a draft, or the agent of a build request in its acceptance test: the definition (JSON) as it was when the call was
-- placed. The call has the mode "trial", or "practice" if the user plays the recipient.
CREATE TABLE trial_call (
  call INTEGER PRIMARY KEY REFERENCES call (id) ON DELETE CASCADE,
  definition TEXT NOT NULL,
  request_id TEXT,
  draft_revision INTEGER NOT NULL
) STRICT;
CREATE INDEX trial_call_of_request ON trial_call (request_id) WHERE request_id IS NOT NULL;

-- A turn of a call: what one speaker said. "id" is the call times 4096 plus the position in the call, so that the turns of a call
-- are stored next to each other. Times are positions in the recording.
CREATE TABLE turn (
  id INTEGER PRIMARY KEY,
  speaker TEXT NOT NULL CHECK (speaker IN ('agent', 'user')),
  text TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL
) STRICT;

-- A turn that the other speaker interrupted. Its text ends there.
CREATE TABLE interrupted_turn (
  turn INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE
) STRICT;

-- How the words of a turn came about if a language model speaks, as the JSON of a ModelTurn.
CREATE TABLE model_turn (
  turn INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
  detail TEXT NOT NULL
) STRICT;

-- How long the recipient waited for a turn of the agent: the fields of a TurnLatency. called_at and "agent" are those of the call, by which
-- turns are counted; null in practice calls and trials, which are not counted.
CREATE TABLE turn_latency (
  turn INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
  response_ms INTEGER NOT NULL,
  retrieval_ms INTEGER,
  first_token_ms INTEGER,
  first_sound_ms INTEGER NOT NULL,
  called_at INTEGER,
  agent INTEGER
) STRICT;
CREATE INDEX turn_latency_by_time ON turn_latency (
  called_at, agent, response_ms, retrieval_ms, first_token_ms, first_sound_ms
) WHERE called_at IS NOT NULL;

-- How a turn was spoken or heard in which a speech server took part, as the JSON of a TurnSpeech.
CREATE TABLE turn_speech (
  turn INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
  detail TEXT NOT NULL
) STRICT;

-- A passage that a turn cites, without its text, so that a deleted document leaves none. version is the version of the document,
-- and chunk_position the position of the chunk in it, which is the same if the document is processed again; -1 if a remote cited it. called_at and "agent" are
-- those of the call, by which citations are counted; null in practice calls and trials, which are not counted.
CREATE TABLE turn_passage (
  turn INTEGER NOT NULL REFERENCES turn (id),
  position INTEGER NOT NULL,
  document_id TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  title TEXT NOT NULL,
  page INTEGER,
  chunk_position INTEGER NOT NULL,
  called_at INTEGER,
  agent INTEGER,
  PRIMARY KEY (turn, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_passage_by_passage ON turn_passage (document_id, version, chunk_position, called_at, agent)
  WHERE called_at IS NOT NULL;

-- A document that becomes a version of another one keeps its citations.
CREATE TRIGGER turn_passage_of_moved_document AFTER UPDATE OF document_id ON document BEGIN
  UPDATE turn_passage SET document_id = new.document_id, version = new.version
    WHERE document_id = old.document_id AND version = old.version;
END;

-- How both speakers talked in an ended call, for filters: the agent's share of the talk time, the longest monologue, the
-- interruptions by both, and the questions of the recipient. Null if the times of the turns are not known.
CREATE TABLE call_talk (
  call INTEGER PRIMARY KEY REFERENCES call (id) ON DELETE CASCADE,
  agent_percent INTEGER,
  monologue_ms INTEGER,
  interruptions INTEGER,
  questions INTEGER NOT NULL
) STRICT;

-- The words of a completed call by its row id, as search text, without the text and positions.
CREATE VIRTUAL TABLE call_fts USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = "${lexicalTokenizer}"
);

-- The words of a call's metadata, likewise.
CREATE VIRTUAL TABLE call_metadata_fts USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = "${lexicalTokenizer}"
);
CREATE TRIGGER call_metadata_of_deleted_call AFTER DELETE ON call BEGIN
  DELETE FROM call_metadata_fts WHERE rowid = old.id;
END;

-- A note on a call, at a time of its recording. author_id is the user_id of a member, also of a former one; null if it is not known.
-- key_id is the API key that wrote it, or "window", and author_name the author's name on a remote. version_id identifies the text.
-- base_versions has the IDs of the remote's texts on which it builds, between spaces; null if the remote does not have the note.
CREATE TABLE note (
  note_id TEXT PRIMARY KEY,
  call INTEGER NOT NULL REFERENCES call (id),
  at_ms INTEGER NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  author_id TEXT,
  key_id TEXT NOT NULL,
  author_name TEXT,
  version_id TEXT NOT NULL,
  base_versions TEXT
) STRICT;
CREATE INDEX note_of_call ON note (call, at_ms);

-- Another text of a note. is_open is 1 while it is shown beside the current one, and 0 once it was replaced or deleted: then only its
-- ID stays, by which a repeated request is recognized.
CREATE TABLE note_version (
  version_id TEXT PRIMARY KEY,
  note_id TEXT NOT NULL,
  text TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  author_id TEXT,
  key_id TEXT NOT NULL,
  author_name TEXT,
  is_open INTEGER NOT NULL CHECK (is_open IN (0, 1))
) STRICT;
CREATE INDEX note_version_of_note ON note_version (note_id, is_open);

-- The words of a call's notes by the row id of the call, without text and positions. A table with contentless_delete would keep
-- the words of a deleted note for a while.
CREATE VIRTUAL TABLE note_fts USING fts5 (
  text, content = '', detail = none, prefix = '1 2 3 4', tokenize = "${lexicalTokenizer}"
);
INSERT INTO note_fts (note_fts, rank) VALUES ('secure-delete', 1);

-- A tag of a call.
CREATE TABLE call_tag (
  call INTEGER NOT NULL REFERENCES call (id),
  tag TEXT NOT NULL COLLATE NOCASE,
  PRIMARY KEY (call, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_tag_by_tag ON call_tag (tag, call);

-- Who set a tag, the review state or the assignee of a call, like the author of a note. "tag" is empty in the others.
CREATE TABLE review_author (
  call INTEGER NOT NULL REFERENCES call (id) ON DELETE CASCADE,
  field TEXT NOT NULL CHECK (field IN ('tag', 'review_state', 'assignee')),
  tag TEXT NOT NULL COLLATE NOCASE,
  author_id TEXT,
  key_id TEXT NOT NULL,
  author_name TEXT,
  set_at INTEGER NOT NULL,
  PRIMARY KEY (call, field, tag)
) STRICT, WITHOUT ROWID;

-- How an organization shows its calls. name_rule is the JSON of a RecipientNameRule; without a row, the default applies.
CREATE TABLE call_setting (
  org_id TEXT PRIMARY KEY REFERENCES organization (org_id),
  name_rule TEXT NOT NULL
) STRICT;

-- A call that the remote makes. seen_at is when it was placed here, or first seen if it was made elsewhere. "times" is where the
-- times of its turns come from: the remote, an estimate, or nowhere. has_details is 1 once its transcript was fetched after the end,
-- and has_more_turns if that has more turns than a call can store.
CREATE TABLE remote_call (
  call INTEGER PRIMARY KEY REFERENCES call (id),
  seen_at INTEGER NOT NULL,
  is_simulated INTEGER NOT NULL DEFAULT 0 CHECK (is_simulated IN (0, 1)),
  has_details INTEGER NOT NULL DEFAULT 0 CHECK (has_details IN (0, 1)),
  times TEXT NOT NULL DEFAULT 'unknown' CHECK (times IN ('unknown', 'estimated', 'exact')),
  recording_url TEXT,
  recording_error TEXT,
  has_more_turns INTEGER NOT NULL DEFAULT 0 CHECK (has_more_turns IN (0, 1))
) STRICT;
CREATE INDEX remote_call_without_details ON remote_call (call) WHERE has_details = 0;
CREATE INDEX remote_call_without_recording ON remote_call (call)
  WHERE recording_url IS NOT NULL AND recording_error IS NULL;

-- The text of a passage that the remote cited in a turn. It is kept until its document is deleted.
CREATE TABLE remote_passage (
  turn INTEGER NOT NULL,
  position INTEGER NOT NULL,
  document_id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (turn, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX remote_passage_of_document ON remote_passage (document_id);
CREATE TRIGGER remote_passage_of_deleted_document AFTER DELETE ON document BEGIN
  DELETE FROM remote_passage WHERE document_id = old.document_id
    AND NOT EXISTS (SELECT 1 FROM document WHERE document_id = old.document_id);
END;
`;
