/**
 * A document is `deleting` while its rows are deleted: readers no longer see it. Chunk ids are never reused, so that a vector
 * index can refer to them safely.
 */
export const knowledge = {
  slug: 'knowledge',
  up: `
    CREATE TABLE document (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      document_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      title TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('pdf', 'docx', 'txt')),
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
    ) STRICT;
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
      numbers BLOB NOT NULL
    ) STRICT;

    CREATE VIRTUAL TABLE chunk_fts USING fts5 (
      text, content = 'chunk', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
    );
    INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('secure-delete', 1);
  `,
} as const;
