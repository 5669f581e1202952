import type { Chunk, DocumentSection } from '../../../../shared/knowledge/knowledge.ts';
import type { Omission } from '../../../../shared/knowledge/omissions.ts';
import { toIndexedText } from '../../platform/search-text.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertRow } from '../../platform/db/insert-row.ts';

type TextAtPosition = {
  readonly position: number;
  readonly page: number | null;
  readonly heading: string | null;
  readonly text: string;
};

export type NewSection = TextAtPosition & { readonly omissions: readonly Omission[] };

export type NewChunk = TextAtPosition & {
  /** Normalized to unit length. Null if the chunk is not searched, because its document was replaced. */
  readonly vector: Float32Array | null;
};

export function insertSection(db: Database, documentRowId: number, section: NewSection): void {
  db.run(
    'INSERT INTO section (document, position, page, heading, text) VALUES (?, ?, ?, ?, ?)',
    documentRowId,
    section.position,
    section.page,
    section.heading,
    section.text,
  );
  for (const { kind, count } of section.omissions)
    db.run(
      `INSERT INTO omission (document, position, kind, count) VALUES (?, ?, ?, ?)
       ON CONFLICT (document, position, kind) DO UPDATE SET count = omission.count + excluded.count`,
      documentRowId,
      section.position,
      kind,
      count,
    );
}

/** Stores a chunk, with its full-text entry if it has a vector, and returns its id. */
export function insertChunk(db: Database, documentRowId: number, chunk: NewChunk, model: string): number {
  const rowId = insertRow(
    db,
    'INSERT INTO chunk (document, position, page, heading, text, is_indexed) VALUES (?, ?, ?, ?, ?, ?)',
    documentRowId,
    chunk.position,
    chunk.page,
    chunk.heading,
    chunk.text,
    chunk.vector ? 1 : 0,
  );
  if (!chunk.vector) return rowId;
  insertVector(db, rowId, model, chunk.vector);
  db.searchIndex.run('INSERT INTO chunk_fts (rowid, text) VALUES (?, ?)', rowId, toIndexedText(chunk.text));
  return rowId;
}

/** Adds all chunks that are searched to the full-text index, which must be empty. With few statements: the index is written to the database after each. */
export function indexAllChunks(db: Database): void {
  for (let after = 0; ;) {
    const chunks = db.all<{ readonly id: number; readonly text: string }>(
      'SELECT id, text FROM chunk WHERE id > ? AND is_indexed = 1 ORDER BY id LIMIT 500',
      after,
    );
    const last = chunks.at(-1);
    if (last === undefined) return;
    db.searchIndex.run(
      'INSERT INTO chunk_fts (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
      JSON.stringify(chunks.map(({ id, text }) => [id, toIndexedText(text)])),
    );
    after = last.id;
  }
}

type IndexedChunk = { readonly id: number; readonly text: string };

/** Deletes up to `limit` chunks of a document with their vectors and full-text entries. Returns the number deleted. */
export function deleteChunks(db: Database, documentRowId: number, limit: number): number {
  const chunks = db.all<IndexedChunk & { readonly is_indexed: 0 | 1 }>(
    'SELECT id, text, is_indexed FROM chunk WHERE document = ? ORDER BY position LIMIT ?',
    documentRowId,
    limit,
  );
  for (const chunk of chunks) {
    if (chunk.is_indexed === 1) removeFromIndex(db, chunk);
    db.run('DELETE FROM chunk WHERE id = ?', chunk.id);
  }
  return chunks.length;
}

/**
 * Removes up to `limit` chunks of a document from the full-text index, in the order of their position, with their vectors. They keep their
 * text. Returns their number.
 */
export function unindexChunks(db: Database, documentRowId: number, limit: number): number {
  const chunks = db.all<IndexedChunk>(
    'SELECT id, text FROM chunk WHERE document = ? AND is_indexed = 1 ORDER BY position LIMIT ?',
    documentRowId,
    limit,
  );
  for (const chunk of chunks) {
    removeFromIndex(db, chunk);
    db.run('UPDATE chunk SET is_indexed = 0 WHERE id = ?', chunk.id);
  }
  return chunks.length;
}

function removeFromIndex(db: Database, { id, text }: IndexedChunk): void {
  db.searchIndex.run(`INSERT INTO chunk_fts (chunk_fts, rowid, text) VALUES ('delete', ?, ?)`, id, toIndexedText(text));
  db.run('DELETE FROM vector WHERE chunk = ?', id);
}

/** Deletes up to `limit` sections of a document with their omissions. Returns the number deleted. */
export function deleteSections(db: Database, documentRowId: number, limit: number): number {
  return db.run(
    `DELETE FROM section WHERE document = ? AND position IN
       (SELECT position FROM section WHERE document = ? ORDER BY position LIMIT ?)`,
    documentRowId,
    documentRowId,
    limit,
  ).changes;
}

export function listChunkIds(db: Database, documentRowId: number): readonly number[] {
  return db.all<{ readonly id: number }>('SELECT id FROM chunk WHERE document = ?', documentRowId).map(({ id }) => id);
}

/** Replaces an earlier vector of the same model. */
export function insertVector(db: Database, chunkId: number, model: string, vector: Float32Array): void {
  const { buffer, byteOffset, byteLength } = vector;
  const embedding = new Uint8Array(buffer, byteOffset, byteLength);
  db.run(
    `INSERT INTO vector (chunk, model, embedding) VALUES (?, ?, ?)
     ON CONFLICT (chunk, model) DO UPDATE SET embedding = excluded.embedding`,
    chunkId,
    model,
    embedding,
  );
}

export type StoredVector = { readonly chunk: number; readonly orgId: string; readonly embedding: Uint8Array };

/** Returns vectors of a model, of the active documents of all organizations, with a chunk id above `after`, in order. */
export function listVectors(db: Database, model: string, after: number, limit: number): readonly StoredVector[] {
  return db.all<StoredVector>(
    `SELECT vector.chunk, document.org_id AS orgId, vector.embedding FROM vector
     JOIN chunk ON chunk.id = vector.chunk JOIN document ON document.id = chunk.document
     WHERE vector.chunk > ? AND vector.model = ? AND document.status = 'active' ORDER BY vector.chunk LIMIT ?`,
    after,
    model,
    limit,
  );
}

/** Returns at most `limit` chunks, starting at position `from`. */
export function listChunks(db: Database, documentRowId: number, from: number, limit: number): readonly Chunk[] {
  return db.all<Chunk>(
    `SELECT 'chk_' || id AS chunk_id, position AS "index", page, heading, text FROM chunk
     WHERE document = ? AND position >= ? ORDER BY position LIMIT ?`,
    documentRowId,
    from,
    limit,
  );
}

/** Returns at most `limit` sections, starting at position `from`. */
export function listSections(
  db: Database,
  documentRowId: number,
  from: number,
  limit: number,
): readonly DocumentSection[] {
  const sections = db.all<Omit<DocumentSection, 'omissions'> & { readonly omissions: string }>(
    `SELECT position AS "index", page, heading, text,
       (SELECT json_group_array(kind || ' ' || count) FROM omission
        WHERE omission.document = section.document AND omission.position = section.position) AS omissions
     FROM section WHERE document = ? AND position >= ? ORDER BY position LIMIT ?`,
    documentRowId,
    from,
    limit,
  );
  return sections.map((section) => ({ ...section, omissions: parseOmissions(section.omissions) }));
}

/** Parses a JSON array of texts, each the kind of an omission and its count. */
function parseOmissions(json: string): Omission[] {
  const texts = JSON.parse(json) as readonly string[]; // written by the query above
  return texts.map((text) => {
    const [kind, count] = text.split(' ');
    return { kind: kind as Omission['kind'], count: Number(count) }; // the column has only these kinds
  });
}

/** Returns the number of omissions of each kind and page of a document. */
export function countOmissions(
  db: Database,
  documentRowId: number,
): readonly (Omission & { readonly page: number | null })[] {
  return db.all(
    `SELECT omission.kind, section.page, sum(omission.count) AS count FROM omission JOIN section USING (document, position)
     WHERE document = ? GROUP BY omission.kind, section.page`,
    documentRowId,
  );
}

export type ChunkWithDocument = {
  readonly document_id: string;
  readonly title: string;
  readonly chunk_id: string;
  readonly text: string;
  readonly page: number | null;
  /** Number of chunks of the document. */
  readonly chunkCount: number;
};

/** Returns a chunk and its document if the document is active. */
export function findActiveChunk(db: Database, orgId: string, chunkId: number): ChunkWithDocument | undefined {
  return db.get<ChunkWithDocument>(
    `SELECT document.document_id, document.title, 'chk_' || chunk.id AS chunk_id, chunk.text, chunk.page,
       document.chunk_count AS chunkCount
     FROM chunk JOIN document ON document.id = chunk.document
     WHERE chunk.id = ? AND document.org_id = ? AND document.status = 'active'`,
    chunkId,
    orgId,
  );
}

/** Returns the first heading of a document and the start of the text under it; empty if the document has no text. */
export function readDocumentBeginning(db: Database, orgId: string, documentId: string): string {
  const row = db.get<{ readonly beginning: string }>(
    `SELECT coalesce(chunk.heading, '') || '\n' || substr(chunk.text, 1, 300) AS beginning
     FROM chunk JOIN document ON document.id = chunk.document
     WHERE document.document_id = ? AND document.org_id = ? AND document.is_current = 1 ORDER BY chunk.position LIMIT 1`,
    documentId,
    orgId,
  );
  return row?.beginning ?? '';
}

export type ChunkAtPosition = {
  readonly document_id: string;
  readonly title: string;
  readonly page: number | null;
  readonly heading: string | null;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
};

/** Returns the chunk at a position of a document. */
export function findChunkAt(
  db: Database,
  orgId: string,
  documentRowId: number,
  position: number,
): ChunkAtPosition | undefined {
  return db.get<ChunkAtPosition>(
    `SELECT document.document_id, document.title, chunk.page, chunk.heading, chunk.text, document.added_at AS addedAt
     FROM chunk JOIN document ON document.id = chunk.document
     WHERE document.org_id = ? AND chunk.document = ? AND chunk.position = ?`,
    orgId,
    documentRowId,
    position,
  );
}
