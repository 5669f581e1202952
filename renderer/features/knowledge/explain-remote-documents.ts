import { changedAtRemoteDetail } from '../../../shared/knowledge/document-details.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';

/** Returns why documents cannot be renamed, labeled or replaced here; null if they can. */
export function explainRemoteDocuments(documents: readonly DocumentRecord[]): string | null {
  return documents.some(({ remote }) => remote !== null) ? changedAtRemoteDetail : null;
}
