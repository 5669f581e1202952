/**
 * `note_fts` stores the words of the notes of each call, without text and positions; triggers keep it current. Unlike a table with
 * `contentless_delete`, it removes the words of a deleted note at once, for which it needs the earlier text. Reviewers are filtered by the
 * ID of a member, of an API key or `window`. `has_more_turns` is 1 if the remote sent more turns than a call can store.
 */
export const noteSearch = {
  slug: 'note-search',
  up: `
    CREATE VIRTUAL TABLE note_fts USING fts5 (
      text, content = '', detail = none, prefix = '1 2 3 4', tokenize = 'porter unicode61 remove_diacritics 2'
    );
    INSERT INTO note_fts (note_fts, rank) VALUES ('secure-delete', 1);
    INSERT INTO note_fts (rowid, text) SELECT call, group_concat(text, char(10)) FROM note GROUP BY call;
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

    ALTER TABLE remote_call ADD COLUMN has_more_turns INTEGER NOT NULL DEFAULT 0 CHECK (has_more_turns IN (0, 1));
  `,
} as const;
