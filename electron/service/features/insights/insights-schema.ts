import { outcomeSuccessSql } from '../calls/outcome-success-sql.ts';

/** The columns with the calls of at least so many seconds. */
const talkSeconds = [30, 60, 120, 180, 300, 600] as const;

const countNewCall = `
  INSERT INTO call_count
  SELECT new.org_id, new.created_at / 3600000, new.agent_id, CASE WHEN new.status = 'completed' THEN 1 ELSE 0 END,
    coalesce(new.disposition, ''), ${outcomeSuccessSql('new.')}, 1, new.duration_seconds,
    ${talkSeconds.map((seconds) => `CASE WHEN new.duration_seconds >= ${seconds} THEN 1 ELSE 0 END`).join(', ')}
  WHERE new.mode NOT IN ('practice', 'trial') AND new.created_at IS NOT NULL
  ON CONFLICT (org_id, hour, agent_id, is_answered, disposition, is_success) DO UPDATE SET calls = call_count.calls + 1,
    talk_seconds = call_count.talk_seconds + excluded.talk_seconds,
    ${talkSeconds.map((seconds) => `calls_${seconds} = call_count.calls_${seconds} + excluded.calls_${seconds}`).join(', ')};`;

/** Selects the row that counts a call as it was. */
const countsOldCall = `org_id = old.org_id AND hour = old.created_at / 3600000 AND agent_id = old.agent_id
    AND is_answered = CASE WHEN old.status = 'completed' THEN 1 ELSE 0 END AND disposition = coalesce(old.disposition, '')
    AND is_success = ${outcomeSuccessSql('old.')}
    AND old.mode NOT IN ('practice', 'trial')`;

const uncountOldCall = `
  UPDATE call_count SET calls = calls - 1, talk_seconds = talk_seconds - old.duration_seconds,
    ${talkSeconds.map((seconds) => `calls_${seconds} = calls_${seconds} - CASE WHEN old.duration_seconds >= ${seconds} THEN 1 ELSE 0 END`).join(', ')}
  WHERE ${countsOldCall};
  DELETE FROM call_count WHERE ${countsOldCall} AND calls = 0;`;

export const insightsSchema = `
-- The calls of an hour (since the epoch), counted by agent, answer, outcome and its success, so that figures of a period need not read every
-- call. Triggers keep it current. Practice calls, trials, and calls without a date are not counted. "disposition" is empty in
-- calls without an outcome, and calls_30 counts the calls with at least 30 seconds.
CREATE TABLE call_count (
  org_id TEXT NOT NULL,
  hour INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  is_answered INTEGER NOT NULL,
  disposition TEXT NOT NULL COLLATE NOCASE,
  is_success INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  talk_seconds INTEGER NOT NULL,
  calls_30 INTEGER NOT NULL,
  calls_60 INTEGER NOT NULL,
  calls_120 INTEGER NOT NULL,
  calls_180 INTEGER NOT NULL,
  calls_300 INTEGER NOT NULL,
  calls_600 INTEGER NOT NULL,
  PRIMARY KEY (org_id, hour, agent_id, is_answered, disposition, is_success)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER call_count_of_new_call AFTER INSERT ON call BEGIN${countNewCall}
END;
CREATE TRIGGER call_count_of_deleted_call AFTER DELETE ON call BEGIN${uncountOldCall}
END;
CREATE TRIGGER call_count_of_changed_call
AFTER UPDATE OF org_id, agent_id, status, disposition, is_success, duration_seconds, created_at, mode ON call BEGIN${uncountOldCall}${countNewCall}
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
