/**
 * A call that the remote makes has one row in `remote_call`. `times` says where the times of its turns come from: the remote, an
 * estimate, or nowhere. `has_details` is 1 once its transcript was fetched after the end. The text of a passage that the remote
 * cited is kept until its document is deleted.
 */
export const remoteCalls = {
  slug: 'remote-calls',
  up: `
    CREATE TABLE remote_call (
      call INTEGER PRIMARY KEY REFERENCES call (id),
      is_simulated INTEGER NOT NULL DEFAULT 0 CHECK (is_simulated IN (0, 1)),
      has_details INTEGER NOT NULL DEFAULT 0 CHECK (has_details IN (0, 1)),
      times TEXT NOT NULL DEFAULT 'unknown' CHECK (times IN ('unknown', 'estimated', 'exact')),
      recording_url TEXT,
      recording_error TEXT
    ) STRICT;
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
  `,
} as const;
