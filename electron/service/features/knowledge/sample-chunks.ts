import type { Database } from '../../platform/db/database.ts';
import { findChunkAt, type SampleChunk } from './chunk-queries.ts';
import { listActiveDocuments } from './document-queries.ts';

/** Returns at most `limit` chunks of active documents, newest document first: evenly spaced chunks of each document. */
export function sampleChunks(db: Database, orgId: string, limit: number): readonly SampleChunk[] {
  const documents = listActiveDocuments(db, orgId, limit);
  const chunksPerDocument = Math.max(1, Math.floor(limit / Math.max(1, documents.length)));
  return documents.flatMap(({ id, chunk_count }) => {
    const count = Math.min(chunksPerDocument, chunk_count);
    const positions = Array.from({ length: count }, (_, index) => Math.floor((index * chunk_count) / count));
    return positions.flatMap((position) => findChunkAt(db, orgId, id, position) ?? []);
  });
}
