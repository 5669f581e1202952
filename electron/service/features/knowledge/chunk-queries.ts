import type { Chunk, DocumentSection } from '../../../../shared/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';

export type NewSection = {
  readonly position: number;
  readonly page: number | null;
  readonly heading: string | null;
  readonly text: string;
};

export type NewChunk = NewSection & {
  /** 384 numbers of unit length. */
  readonly vector: Float32Array;
};

export function insertSection(db: Database, document: number, section: NewSection): void {
  db.run(
    'INSERT INTO section (document, position, page, heading, text) VALUES (?, ?, ?, ?, ?)',
    document,
    section.position,
    section.page,
    section.heading,
    section.text,
  );
}

/** Stores a chunk with its vector and its words; gives the chunk's id. */
export function insertChunk(db: Database, document: number, chunk: NewChunk, model: string): number {
  const { rowId } = db.run(
    'INSERT INTO chunk (document, position, page, heading, text) VALUES (?, ?, ?, ?, ?)',
    document,
    chunk.position,
    chunk.page,
    chunk.heading,
    chunk.text,
  );
  const { buffer, byteOffset, byteLength } = chunk.vector;
  const embedding = new Uint8Array(buffer, byteOffset, byteLength);
  db.run('INSERT INTO vector (chunk, model, embedding) VALUES (?, ?, ?)', rowId, model, embedding);
  db.run('INSERT INTO chunk_fts (rowid, text) VALUES (?, ?)', rowId, chunk.text);
  return rowId;
}

/** Takes out up to `limit` chunks of a document with vectors and words; gives how many are gone. */
export function deleteChunks(db: Database, document: number, limit: number): number {
  const chunks = db.all<{ readonly id: number; readonly text: string }>(
    'SELECT id, text FROM chunk WHERE document = ? ORDER BY position LIMIT ?',
    document,
    limit,
  );
  for (const { id, text } of chunks) {
    db.run(`INSERT INTO chunk_fts (chunk_fts, rowid, text) VALUES ('delete', ?, ?)`, id, text);
    db.run('DELETE FROM vector WHERE chunk = ?', id);
    db.run('DELETE FROM chunk WHERE id = ?', id);
  }
  return chunks.length;
}

export function deleteSections(db: Database, document: number, limit: number): number {
  return db.run(
    `DELETE FROM section WHERE document = ? AND position IN
       (SELECT position FROM section WHERE document = ? ORDER BY position LIMIT ?)`,
    document,
    document,
    limit,
  ).changes;
}

export function listChunkIds(db: Database, document: number): readonly number[] {
  return db.all<{ readonly id: number }>('SELECT id FROM chunk WHERE document = ?', document).map(({ id }) => id);
}

export type StoredVector = { readonly chunk: number; readonly orgId: string; readonly embedding: Uint8Array };

/** Vectors of active documents above chunk id `after`, in order, at most `limit`. */
export function listVectors(db: Database, after: number, limit: number): readonly StoredVector[] {
  return db.all<StoredVector>(
    `SELECT vector.chunk, document.org_id AS orgId, vector.embedding FROM vector
     JOIN chunk ON chunk.id = vector.chunk JOIN document ON document.id = chunk.document
     WHERE vector.chunk > ? AND document.status = 'active' ORDER BY vector.chunk LIMIT ?`,
    after,
    limit,
  );
}

/** Chunks from position `from` on, at most `limit`. */
export function listChunks(db: Database, document: number, from: number, limit: number): readonly Chunk[] {
  return db.all<Chunk>(
    `SELECT 'chk_' || id AS chunk_id, position AS "index", page, heading, text FROM chunk
     WHERE document = ? AND position >= ? ORDER BY position LIMIT ?`,
    document,
    from,
    limit,
  );
}

export function listSections(db: Database, document: number, from: number, limit: number): readonly DocumentSection[] {
  return db.all<DocumentSection>(
    `SELECT position AS "index", page, heading, text FROM section
     WHERE document = ? AND position >= ? ORDER BY position LIMIT ?`,
    document,
    from,
    limit,
  );
}

export type ChunkWithDocument = {
  readonly document_id: string;
  readonly title: string;
  readonly chunk_id: string;
  readonly text: string;
  readonly page: number | null;
};

/** A chunk with its document, as long as the document is the organization's and active. */
export function findActiveChunk(db: Database, orgId: string, chunkId: number): ChunkWithDocument | undefined {
  return db.get<ChunkWithDocument>(
    `SELECT document.document_id, document.title, 'chk_' || chunk.id AS chunk_id, chunk.text, chunk.page
     FROM chunk JOIN document ON document.id = chunk.document
     WHERE chunk.id = ? AND document.org_id = ? AND document.status = 'active'`,
    chunkId,
    orgId,
  );
}
