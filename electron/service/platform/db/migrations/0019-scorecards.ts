/**
 * The criteria of scorecards, and the decisions of reviewers. `rule` is the JSON of a CriterionRule; its results are computed when they are
 * read. A deleted criterion stays, with its scores. `reviewer_id` is the `user_id` of a member, also of a former one; `key_id` is the
 * API key, or `window`.
 */
export const scorecards = {
  slug: 'scorecards',
  up: `
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
  `,
} as const;
