import { lexicalTokenizer } from '../../platform/db/stem-queries.ts';

export const knowledgeSchema = `
-- A version of a document. One of them is the current one, which routes show as the document. A later one that is processed or has
-- failed becomes the current one when it is active; the earlier one is then "replaced": it is no longer searched, but calls that cite
-- it still show its text. While the rows of a version are deleted it is "deleting", and readers no longer see it. The file of
-- one that was uploaded elsewhere is not here, so its "sha256" is empty; otherwise that is the name of its file.
-- "omissions" is JSON: what the sections leave out, added up. "restored_from" is the version whose file it has. "remote_version" is
-- the number that the remote of a linked workspace gave to the version, if it is known.
CREATE TABLE document (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  is_current INTEGER NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1)),
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  title TEXT NOT NULL,
  file_name TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('processing', 'active', 'failed', 'replaced', 'deleting')),
  failure TEXT,
  failure_detail TEXT,
  pages INTEGER,
  chunk_count INTEGER NOT NULL DEFAULT 0,
  model TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  added_at INTEGER NOT NULL,
  kind TEXT CHECK (kind IN ('pdf', 'docx', 'txt', 'html', 'md')),
  omissions TEXT NOT NULL DEFAULT '[]',
  replaced_at INTEGER,
  restored_from INTEGER,
  remote_version INTEGER,
  UNIQUE (document_id, version)
) STRICT;
CREATE UNIQUE INDEX document_current ON document (document_id) WHERE is_current = 1;
CREATE INDEX document_of_organization ON document (org_id, id);
CREATE INDEX document_by_file ON document (sha256);
CREATE INDEX document_processing ON document (org_id) WHERE status = 'processing';

-- A label of a document, by the ID that routes use.
CREATE TABLE document_label (
  document_id TEXT NOT NULL,
  label TEXT NOT NULL COLLATE NOCASE,
  PRIMARY KEY (document_id, label)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_label_by_label ON document_label (label, document_id);

-- What the text of a version is compared by, and no text itself: numbers of 4 bytes. See "TextSketcher".
CREATE TABLE document_sketch (
  document INTEGER PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
  sketch BLOB NOT NULL
) STRICT;

-- A document that has nearly the same text as an older one, both by the ID that routes use. It is offered as a new version of that
-- one, unless both are kept.
CREATE TABLE similar_document (
  document_id TEXT NOT NULL,
  similar_id TEXT NOT NULL,
  is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1)),
  PRIMARY KEY (document_id, similar_id)
) STRICT, WITHOUT ROWID;

-- A section of the text of a document, in the order of "position", as the preview shows it. "page" counts from 1.
CREATE TABLE section (
  document INTEGER NOT NULL REFERENCES document (id),
  position INTEGER NOT NULL,
  page INTEGER,
  heading TEXT,
  text TEXT NOT NULL,
  PRIMARY KEY (document, position)
) STRICT;

-- What a section contains besides its text: images, diagrams, hidden text.
CREATE TABLE omission (
  document INTEGER NOT NULL,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (document, position, kind),
  FOREIGN KEY (document, position) REFERENCES section (document, position) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- A chunk of a document, the unit that search finds. IDs are never reused, so that a vector index can refer to them safely. The
-- full-text index and the vectors have it if "is_indexed" is 1.
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document INTEGER NOT NULL REFERENCES document (id),
  position INTEGER NOT NULL,
  page INTEGER,
  heading TEXT,
  text TEXT NOT NULL,
  is_indexed INTEGER NOT NULL DEFAULT 1 CHECK (is_indexed IN (0, 1)),
  UNIQUE (document, position)
) STRICT;

-- The embedding of a chunk: numbers of 4 bytes, normalized to unit length, computed by "model". While another search model replaces
-- the active one, chunks have a vector of both.
CREATE TABLE vector (
  chunk INTEGER NOT NULL REFERENCES chunk (id),
  model TEXT NOT NULL,
  embedding BLOB NOT NULL,
  PRIMARY KEY (chunk, model)
) STRICT;

-- The search model that is used, unless it is the built-in one, and the one that replaces it once all chunks have a vector of it.
-- "model" is JSON, without the API key.
CREATE TABLE search_model (
  role TEXT PRIMARY KEY CHECK (role IN ('active', 'next')),
  fingerprint TEXT NOT NULL,
  model TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The words of the chunks by their ids, as search text, without the text. Deleted words are overwritten.
CREATE VIRTUAL TABLE chunk_fts USING fts5 (
  text, content = '', tokenize = "${lexicalTokenizer}"
);
INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('secure-delete', 1);
`;
