import type { Database } from '../../platform/db/database.ts';

export type SampleChunk = {
  readonly document_id: string;
  readonly title: string;
  readonly page: number | null;
  readonly heading: string | null;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
};

type ActiveDocument = { readonly id: number; readonly chunk_count: number };

/**
 * Chunks out of all of an organization's active documents, the newest document first, at most `limit`: the same as long as
 * the documents are the same. Each document gives about as many, from its beginning to its end.
 */
export function sampleChunks(db: Database, orgId: string, limit: number): readonly SampleChunk[] {
  const documents = db.all<ActiveDocument>(
    `SELECT id, chunk_count FROM document WHERE org_id = ? AND status = 'active' ORDER BY id DESC LIMIT ?`,
    orgId,
    limit,
  );
  const share = Math.max(1, Math.floor(limit / Math.max(1, documents.length)));
  return documents.flatMap(({ id, chunk_count }) => {
    const count = Math.min(share, chunk_count);
    return Array.from({ length: count }, (_, at) =>
      findChunksAt(db, id, Math.floor((at * chunk_count) / count)),
    ).flat();
  });
}

function findChunksAt(db: Database, document: number, position: number): readonly SampleChunk[] {
  return db.all<SampleChunk>(
    `SELECT document.document_id, document.title, chunk.page, chunk.heading, chunk.text, document.added_at AS addedAt
     FROM chunk JOIN document ON document.id = chunk.document WHERE chunk.document = ? AND chunk.position = ?`,
    document,
    position,
  );
}
