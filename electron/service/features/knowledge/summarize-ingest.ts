import type { DocumentRecord } from '../../../../shared/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import { listDocuments, listInactiveDocuments } from './document-queries.ts';
import { toDocumentRecord } from './document-row.ts';

export type IngestSummary = {
  /** In the order in which they are read. */
  readonly processing: readonly DocumentRecord[];
  /** Newest first. */
  readonly failed: readonly DocumentRecord[];
};

/** The documents that are being read, and those that could not be. */
export function summarizeIngest(db: Database, orgId: string, knowledge: KnowledgeBase): IngestSummary {
  const records = listInactiveDocuments(db, orgId).map((row) =>
    toDocumentRecord(row, knowledge.queue.getProgress(row.id)),
  );
  return {
    processing: records.filter(({ status }) => status === 'processing').toReversed(),
    failed: records.filter(({ status }) => status === 'failed'),
  };
}

export function hasDocuments(db: Database, orgId: string): boolean {
  return listDocuments(db, orgId, { before: Number.MAX_SAFE_INTEGER, limit: 1 }).length > 0;
}
