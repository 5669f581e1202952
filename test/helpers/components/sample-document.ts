import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { noSyncFields } from '../../../shared/workspaces/sync.ts';

/** An active document of a local workspace. */
export const sampleDocument: DocumentRecord = {
  document_id: 'doc_1',
  title: 'Price list',
  status: 'active',
  chunks_created: 12,
  kind: 'pdf',
  file_name: 'prices.pdf',
  size_bytes: 2_048,
  sha256: 'a'.repeat(64),
  pages: 4,
  added_at: '2026-11-20T09:00:00.000Z',
  labels: [],
  version: 1,
  next_version: null,
  similar: null,
  progress: null,
  omissions: [],
  ...noSyncFields,
};
