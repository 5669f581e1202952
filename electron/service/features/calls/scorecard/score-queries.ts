// Public: other features may import this file.
import type { ScoreAnswer } from '../../../../../shared/calls/score-answers.ts';
import type { ScoreDecision } from '../../../../../shared/calls/scorecards.ts';
import { recordChange } from '../../../platform/changes/change-queries.ts';
import { formatTimestamp } from '../../../../../shared/contract/timestamp.ts';
import type { Database } from '../../../platform/db/database.ts';
import { authorNameColumns, joinAuthorNames } from '../../organizations/author-names-sql.ts';
import { toAuthor } from '../../organizations/authors.ts';

/** A reviewer's decision about a criterion of a call. */
export type ScoreRow = {
  readonly criterion: number;
  readonly answer: ScoreAnswer;
  readonly reviewer_id: string | null;
  readonly key_id: string;
  readonly decided_at: number;
  /** The name of the reviewer on a remote. */
  readonly author_name: string | null;
  readonly email: string | null;
  readonly key_name: string | null;
};

const selectScores = `
  SELECT criterion, answer, reviewer_id, call_score.key_id, decided_at, author_name, ${authorNameColumns}
  FROM call_score ${joinAuthorNames('call_score', 'reviewer_id')}`;

export function listScores(db: Database, call: number): readonly ScoreRow[] {
  return db.all<ScoreRow>(`${selectScores} WHERE call = ?`, call);
}

export function findScore(db: Database, call: number, criterion: number): ScoreRow | undefined {
  return db.get<ScoreRow>(`${selectScores} WHERE call = ? AND criterion = ?`, call, criterion);
}

/** The ID of the reviewer who decided a score, as an index contains it. */
export const reviewerColumn = 'coalesce(call_score.reviewer_id, call_score.key_id)';

/** Lists the members, API keys and windows that decided a score. */
export function listReviewers(db: Database): readonly ScoreDecision['by'][] {
  // Skips from one reviewer to the next in the index, because there are few of them and many scores.
  return db.all<ScoreDecision['by']>(
    `WITH RECURSIVE each (id) AS (
       SELECT min(${reviewerColumn}) FROM call_score
       UNION ALL
       SELECT (SELECT min(${reviewerColumn}) FROM call_score WHERE ${reviewerColumn} > each.id) FROM each
       WHERE each.id IS NOT NULL
     )
     SELECT each.id, coalesce(member.email, api_key.name, (
       SELECT max(author_name) FROM call_score WHERE ${reviewerColumn} = each.id
     )) AS name FROM each
     LEFT JOIN member ON member.user_id = each.id LEFT JOIN api_key ON api_key.key_id = each.id
     WHERE each.id IS NOT NULL ORDER BY name NULLS FIRST`,
  );
}

export function toDecision(row: ScoreRow): ScoreDecision {
  return { by: toAuthor({ ...row, author_id: row.reviewer_id }), at: formatTimestamp(row.decided_at) };
}

export type NewScore = Pick<ScoreRow, 'criterion' | 'answer' | 'reviewer_id' | 'key_id' | 'decided_at' | 'author_name'>;

/** Stores the decision of a reviewer, or replaces an earlier decision about the same criterion. */
export function upsertScore(db: Database, call: number, score: NewScore): void {
  db.run(
    `INSERT INTO call_score (call, criterion, answer, reviewer_id, key_id, decided_at, author_name)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (call, criterion) DO UPDATE SET answer = excluded.answer, reviewer_id = excluded.reviewer_id,
       key_id = excluded.key_id, decided_at = excluded.decided_at, author_name = excluded.author_name`,
    call,
    score.criterion,
    score.answer,
    score.reviewer_id,
    score.key_id,
    score.decided_at,
    score.author_name,
  );
  recordScore(db, call, score.criterion);
}

export function deleteScore(db: Database, call: number, criterion: number): void {
  db.run('DELETE FROM call_score WHERE call = ? AND criterion = ?', call, criterion);
  recordScore(db, call, criterion);
}

function recordScore(db: Database, call: number, criterion: number): void {
  const ids = db.get<{ readonly criterion_id: string; readonly call_id: string }>(
    'SELECT criterion_id, call_id FROM criterion, call WHERE criterion.id = ? AND call.id = ?',
    criterion,
    call,
  );
  if (ids) recordChange(db, 'score', ids.criterion_id, ids.call_id);
}

/** Moves the decisions about a call to another one, which keeps its own. */
export function moveScores(db: Database, from: number, to: number): void {
  db.run('UPDATE OR IGNORE call_score SET call = ? WHERE call = ?', to, from);
  db.run('DELETE FROM call_score WHERE call = ?', from);
}
