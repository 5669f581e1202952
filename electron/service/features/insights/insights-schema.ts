const countNewCall = `
  INSERT INTO call_count
  SELECT new.org_id, new.created_at / 3600000, new.agent_id, new.status = 'completed',
    coalesce(new.disposition, ''), 1, new.duration_seconds,
    new.duration_seconds >= 30, new.duration_seconds >= 60, new.duration_seconds >= 120,
    new.duration_seconds >= 180, new.duration_seconds >= 300, new.duration_seconds >= 600
  WHERE new.mode <> 'practice' AND new.created_at IS NOT NULL
  ON CONFLICT DO UPDATE SET calls = calls + 1, talk_seconds = talk_seconds + excluded.talk_seconds,
    calls_30 = calls_30 + excluded.calls_30, calls_60 = calls_60 + excluded.calls_60,
    calls_120 = calls_120 + excluded.calls_120, calls_180 = calls_180 + excluded.calls_180,
    calls_300 = calls_300 + excluded.calls_300, calls_600 = calls_600 + excluded.calls_600;`;

/** Selects the row that counts a call as it was. */
const countsOldCall = `org_id = old.org_id AND hour = old.created_at / 3600000 AND agent_id = old.agent_id
    AND is_answered = (old.status = 'completed') AND disposition = coalesce(old.disposition, '')
    AND old.mode <> 'practice'`;

const uncountOldCall = `
  UPDATE call_count SET calls = calls - 1, talk_seconds = talk_seconds - old.duration_seconds,
    calls_30 = calls_30 - (old.duration_seconds >= 30), calls_60 = calls_60 - (old.duration_seconds >= 60),
    calls_120 = calls_120 - (old.duration_seconds >= 120), calls_180 = calls_180 - (old.duration_seconds >= 180),
    calls_300 = calls_300 - (old.duration_seconds >= 300), calls_600 = calls_600 - (old.duration_seconds >= 600)
  WHERE ${countsOldCall};
  DELETE FROM call_count WHERE ${countsOldCall} AND calls = 0;`;

export const insightsSchema = `
-- The calls of an hour (since the epoch), counted by agent, answer and outcome, so that figures of a period need not read every
-- call. Triggers keep it current. Practice calls, and calls without a date, are not counted. "disposition" is empty in
-- calls without an outcome, and calls_30 counts the calls with at least 30 seconds.
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
CREATE TRIGGER call_count_of_new_call AFTER INSERT ON call BEGIN${countNewCall}
END;
CREATE TRIGGER call_count_of_deleted_call AFTER DELETE ON call BEGIN${uncountOldCall}
END;
CREATE TRIGGER call_count_of_changed_call
AFTER UPDATE OF org_id, agent_id, status, disposition, duration_seconds, created_at, mode ON call BEGIN${uncountOldCall}${countNewCall}
END;

-- A turn in which a recipient asked a question that the documents did not answer. "embedding" has 384 numbers of 4 bytes, computed by
-- "model". A question is resolved if it was answered when it was asked again.
CREATE TABLE unanswered_question (
  turn INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  asked_at INTEGER NOT NULL,
  resolved_at INTEGER,
  model TEXT,
  embedding BLOB
) STRICT;
CREATE INDEX unanswered_question_open ON unanswered_question (org_id, asked_at) WHERE resolved_at IS NULL;
`;
