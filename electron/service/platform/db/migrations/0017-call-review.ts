/**
 * The review of calls. `call_metadata_fts` stores the words of the metadata of calls, without text and positions; triggers keep
 * it current. `name_rule` is the JSON of a RecipientNameRule; without a row, the default applies. Lists are filtered by the review
 * state and the assignee, so `call_by_filter` contains both.
 */
export const callReview = {
  slug: 'call-review',
  up: `
    CREATE TABLE call_setting (
      org_id TEXT PRIMARY KEY REFERENCES organization (org_id),
      name_rule TEXT NOT NULL
    ) STRICT;

    CREATE VIRTUAL TABLE call_metadata_fts USING fts5 (
      text, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'porter unicode61 remove_diacritics 2'
    );
    INSERT INTO call_metadata_fts (rowid, text)
    SELECT call.id, group_concat(entry.atom, char(10)) FROM call, json_tree(call.metadata) AS entry
    WHERE call.metadata <> '{}' AND json_valid(call.metadata) AND entry.atom IS NOT NULL GROUP BY call.id;
    CREATE TRIGGER call_metadata_of_new_call AFTER INSERT ON call WHEN new.metadata <> '{}' BEGIN
      INSERT INTO call_metadata_fts (rowid, text)
      SELECT new.id, coalesce(group_concat(entry.atom, char(10)), '') FROM json_tree(new.metadata) AS entry
      WHERE entry.atom IS NOT NULL;
    END;
    CREATE TRIGGER call_metadata_of_deleted_call AFTER DELETE ON call BEGIN
      DELETE FROM call_metadata_fts WHERE rowid = old.id;
    END;

    ALTER TABLE call ADD COLUMN review_state TEXT NOT NULL DEFAULT 'not_reviewed'
      CHECK (review_state IN ('not_reviewed', 'reviewed'));
    ALTER TABLE call ADD COLUMN assignee_id TEXT;
    CREATE TABLE call_tag (
      call INTEGER NOT NULL REFERENCES call (id),
      tag TEXT NOT NULL COLLATE NOCASE,
      PRIMARY KEY (call, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX call_tag_by_tag ON call_tag (tag, call);

    DROP INDEX call_by_filter;
    CREATE INDEX call_by_filter ON call (
      org_id, status, agent_id, disposition, created_at, duration_seconds, agent_name, recipient_number, mode, review_state,
      assignee_id
    );
  `,
} as const;
