import type { Database } from '../../platform/db/database.ts';
import { listChunksAt, type SampleChunk } from './chunk-queries.ts';
import { listActiveDocuments } from './document-queries.ts';

/** Selects at most `limit` chunks of active documents, newest document first. Each document contributes evenly spaced chunks. */
export function sampleChunks(db: Database, orgId: string, limit: number): readonly SampleChunk[] {
  const documents = listActiveDocuments(db, orgId, limit);
  const chunksPerDocument = Math.max(1, Math.floor(limit / Math.max(1, documents.length)));
  return documents.flatMap(({ id, chunk_count }) => {
    const count = Math.min(chunksPerDocument, chunk_count);
    return Array.from({ length: count }, (_, index) =>
      listChunksAt(db, orgId, id, Math.floor((index * chunk_count) / count)),
    ).flat();
  });
}
