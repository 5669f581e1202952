/** Deletes the total of a call, by its row id, after a change on which the total depends. */
const deleteTotalAfter = (name: string, event: string, ...calls: readonly string[]) => `
CREATE TRIGGER call_total_after_${name} AFTER ${event} BEGIN${calls.map((call) => `\n  DELETE FROM call_total WHERE call = ${call};`).join('')}
END;`;

export const scorecardSchema = `
-- A criterion of the scorecard. "rule" is the JSON of a CriterionRule, whose results are computed when they are read. A deleted
-- criterion stays, with its scores.
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

-- A reviewer's decision about a criterion of a call. reviewer_id is the user_id of a member, also of a former one; key_id is
-- the API key, or "window"; author_name is the reviewer's name on a remote. Calls are filtered by the first of them that is known.
CREATE TABLE call_score (
  call INTEGER NOT NULL REFERENCES call (id),
  criterion INTEGER NOT NULL REFERENCES criterion (id),
  answer TEXT NOT NULL CHECK (answer IN ('yes', 'no', 'not_applicable')),
  reviewer_id TEXT,
  key_id TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  author_name TEXT,
  PRIMARY KEY (call, criterion)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_score_by_criterion ON call_score (criterion, call);
CREATE INDEX call_score_by_reviewer ON call_score (coalesce(reviewer_id, key_id), criterion, call);

-- The total of a call's scorecard in percent, for filters; null if nothing is scored. "scorecard" identifies the criteria with
-- which it was computed. Triggers delete it after each change of the call on which it depends.
CREATE TABLE call_total (
  call INTEGER PRIMARY KEY REFERENCES call (id) ON DELETE CASCADE,
  org_id TEXT NOT NULL,
  scorecard INTEGER NOT NULL,
  percent INTEGER
) STRICT;
CREATE INDEX call_total_by_percent ON call_total (org_id, scorecard, percent);
${[
  deleteTotalAfter('new_turn', 'INSERT ON turn', 'new.id / 4096'),
  deleteTotalAfter('changed_turn', 'UPDATE ON turn', 'new.id / 4096'),
  deleteTotalAfter('deleted_turn', 'DELETE ON turn', 'old.id / 4096'),
  deleteTotalAfter('new_question', 'INSERT ON unanswered_question', 'new.turn / 4096'),
  deleteTotalAfter('deleted_question', 'DELETE ON unanswered_question', 'old.turn / 4096'),
  deleteTotalAfter('new_score', 'INSERT ON call_score', 'new.call'),
  deleteTotalAfter('changed_score', 'UPDATE ON call_score', 'old.call', 'new.call'),
  deleteTotalAfter('deleted_score', 'DELETE ON call_score', 'old.call'),
  deleteTotalAfter(
    'changed_call',
    `UPDATE OF org_id, status, disposition, mode ON call
  WHEN (old.org_id, old.status, old.disposition, old.mode) IS NOT (new.org_id, new.status, new.disposition, new.mode)`,
    'new.id',
  ),
  deleteTotalAfter('new_remote_call', 'INSERT ON remote_call', 'new.call'),
  deleteTotalAfter('changed_remote_call', 'UPDATE OF times ON remote_call WHEN old.times IS NOT new.times', 'new.call'),
  deleteTotalAfter('deleted_remote_call', 'DELETE ON remote_call', 'old.call'),
].join('')}
`;
