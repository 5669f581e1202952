import { changedAtRemoteDetail, replacedAtRemoteDetail } from '../../../shared/knowledge/document-details.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import type { Capabilities } from '../../../shared/workspaces/connection.ts';

/** Returns why documents cannot be renamed or labeled here; null if they can. `capabilities` is null without a remote. */
export function explainNoChange(
  documents: readonly DocumentRecord[],
  capabilities: Capabilities | null,
): string | null {
  if (capabilities?.document_changes) return null;
  return documents.some(({ remote }) => remote !== null) ? changedAtRemoteDetail : null;
}

/** Returns why a document cannot be replaced here; null if it can. */
export function explainNoReplacement(document: DocumentRecord, capabilities: Capabilities | null): string | null {
  if (!document.remote) return null;
  if (capabilities?.document_versions)
    return document.remote.id === null ? 'The remote does not have this document yet.' : null;
  return capabilities?.document_changes ? replacedAtRemoteDetail : changedAtRemoteDetail;
}
