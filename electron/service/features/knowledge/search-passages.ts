import type { Passage } from '../../../../shared/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import { findActiveChunk } from './chunk-queries.ts';
import { searchChunks } from './retrieval/search-chunks.ts';

/** The passages of an organization's active documents that answer a question best, best first. */
export async function searchPassages(
  db: Database,
  orgId: string,
  knowledge: KnowledgeBase,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<Passage[]> {
  const index = await knowledge.index.whenLoaded();
  const ranked = await searchChunks(
    { db: db.sqlite, embedder: knowledge.embedder, index },
    { partition: orgId, query, limit, accept: (chunkId) => findActiveChunk(db, orgId, chunkId) !== undefined },
  );
  return ranked.flatMap(({ chunkId, score, dense, lexical }) => {
    const chunk = findActiveChunk(db, orgId, chunkId);
    return chunk ? [{ ...chunk, score, dense, lexical }] : [];
  });
}
