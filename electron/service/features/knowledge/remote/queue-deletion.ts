import type { v1Routes } from '../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { findRemoteItem } from '../../remote/remote-item-queries.ts';
import { findDocument } from '../document-queries.ts';
import type { DocumentRow } from '../document-row.ts';
import type { KnowledgeBase } from '../knowledge-base.ts';

type DeletionContext = RequestContext<
  typeof v1Routes.deleteDocument,
  { readonly knowledge: KnowledgeBase },
  DocumentRow
>;

/**
 * Deletes a document of a linked workspace in the open transaction: at once if the remote cannot have it, or else as soon as the
 * remote confirms it. Returns the response.
 */
export function deleteOrQueueDeletion(ctx: DeletionContext, outbox: Outbox) {
  const { db, orgId, principal, events, found: document, services } = ctx;
  const { document_id, title } = document;
  const open = outbox.findOpen(document_id);
  const isLocal = !open && !findRemoteItem(db, 'document', document_id);
  if (isLocal || (open?.kind === 'upload_document' && outbox.cancelUnsent(document_id))) {
    if (findDocument(db, orgId, document_id)) services.knowledge.startDeletion(document);
    return {
      body: {
        success: true,
        message: `“${title}” was deleted${isLocal ? ' on this computer.' : '. The remote never had it.'}`,
      },
    };
  }
  if (open?.kind === 'upload_document' && open.state === 'unknown')
    throw new Problem(
      'outbox_action_unavailable',
      `It is not known whether the remote has “${title}”. Check or cancel its upload first.`,
    );
  const isPending = open?.kind === 'delete_document';
  if (!isPending) {
    const item = { kind: 'delete_document', subjectId: document_id, label: title, payload: {} } as const;
    outbox.add({ ...item, placedBy: principal.keyId, orgId });
    events.publish({ type: 'document.changed', document_id, status: document.status }, orgId);
  }
  return {
    body: {
      success: true,
      message: `The deletion is pending. Agents still use “${title}” until the remote confirms it.`,
    },
  };
}
