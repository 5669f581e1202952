import type { LinkPreview } from '../../../shared/workspaces/connection.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { endLocalBilling } from '../features/billing/plan-queries.ts';
import { insertConnection } from '../features/connection/connection-queries.ts';
import type { LinkChoice } from '../features/connection/workspace-connection.ts';
import { notSentDetail } from '../features/knowledge/remote/document-senders.ts';
import type { UploadPayload } from '../features/knowledge/remote/outbox-payloads.ts';
import { insertOutboxItem } from '../features/outbox/outbox-queries.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/database.ts';
import {
  archiveAgents,
  forgetRemoteItems,
  listActiveAgentIds,
  failNextVersions,
  keepDocumentHere,
  deleteOffers,
  markDocumentSending,
  countMetadataTemplates,
  listSendableDocuments,
  listSendableRequests,
  makeWorkspaceLinked,
  type SendableDocument,
  type SendableRequest,
} from './change-link-queries.ts';
import { getWorkspaceRow } from './workspace-queries.ts';

/** Throws Problem `not_linkable` if the workspace is not a local one. */
export function requireLinkable(db: Database): void {
  const { kind } = getWorkspaceRow(db);
  if (kind === 'demo')
    throw new Problem(
      'not_linkable',
      'The demo cannot be linked. Create a workspace of your own, or connect to a remote service.',
    );
  if (kind === 'linked')
    throw new Problem(
      'not_linkable',
      'This workspace is already linked. Unlink it first to link it to another remote.',
    );
  if (db.isReadOnly) throw new Problem('not_linkable', 'This workspace is open read-only. Restore a snapshot first.');
}

/** Throws Problem `not_linkable`. */
export function previewLink(db: Database, orgId: string): LinkPreview {
  requireLinkable(db);
  return {
    documents: listSendableDocuments(db, orgId).map(({ document_id, title, file_name, size_bytes, status }) => ({
      document_id,
      title,
      file_name,
      size_bytes,
      status,
    })),
    requests: listSendableRequests(db, orgId).map(({ request_id, name, objective }) => ({
      request_id,
      name,
      objective,
    })),
    agents: listActiveAgentIds(db, orgId).length,
    templates: countMetadataTemplates(db),
  };
}

/** Throws Problem `document_not_found` or `request_not_found` if something that was chosen does not exist any more. */
export function findChosen(
  db: Database,
  orgId: string,
  { documentIds, requestIds }: Pick<LinkChoice, 'documentIds' | 'requestIds'>,
): { readonly documents: readonly SendableDocument[]; readonly requests: readonly SendableRequest[] } {
  const documents = listSendableDocuments(db, orgId).filter(({ document_id }) => documentIds.includes(document_id));
  const requests = listSendableRequests(db, orgId).filter(({ request_id }) => requestIds.includes(request_id));
  if (new Set(documentIds).size !== documents.length)
    throw new Problem('document_not_found', 'A document that you chose was deleted. Choose again.');
  if (new Set(requestIds).size !== requests.length)
    throw new Problem('request_not_found', 'A build request that you chose is no longer pending. Choose again.');
  return { documents, requests };
}

/**
 * Makes a local workspace, which is closed, a linked one, and queues what is sent to its remote. Calls, invoices and everything
 * else stay as history. Returns the number of queued changes.
 */
export function convertWorkspace(db: Database, choice: LinkChoice, context: Pick<Context, 'newId' | 'now'>): number {
  return db.transaction(() => {
    requireLinkable(db);
    const { org_id: orgId } = getWorkspaceRow(db);
    const { documents, requests } = findChosen(db, orgId, choice);
    forgetRemoteItems(db);
    insertConnection(db, choice.settings, listActiveAgentIds(db, orgId));
    makeWorkspaceLinked(db);
    endLocalBilling(db, orgId);
    archiveAgents(db, orgId);
    const queue = createQueue(db, orgId, choice, context);
    const chosenIds = new Set(choice.documentIds);
    for (const { id, document_id, status } of listSendableDocuments(db, orgId))
      if (!chosenIds.has(document_id) && status !== 'failed') keepDocumentHere(db, id, notSentDetail);
    failNextVersions(db, notSentDetail);
    deleteOffers(db);
    // The oldest first.
    for (const document of documents.toReversed()) {
      const { sha256, file_name: fileName, size_bytes: sizeBytes, title } = document;
      const payload: UploadPayload = { sha256, fileName, sizeBytes, title, wasLocal: true };
      markDocumentSending(db, document.id);
      queue('upload_document', document.document_id, title, payload);
    }
    for (const { request_id, name, objective, target_audience, required_integrations } of requests.toReversed()) {
      const integrations: unknown = JSON.parse(required_integrations);
      const payload = { name, objective, target_audience, required_integrations: integrations };
      queue('submit_request', request_id, name === '' ? request_id : name, payload);
    }
    return documents.length + requests.length;
  });
}

/** The outbox sends the changes when the workspace is open. */
function createQueue(
  db: Database,
  orgId: string,
  { placedBy }: Pick<LinkChoice, 'placedBy'>,
  context: Pick<Context, 'newId' | 'now'>,
) {
  return (kind: 'upload_document' | 'submit_request', subjectId: string, label: string, payload: object): void =>
    insertOutboxItem(db, {
      item_id: context.newId('out'),
      org_id: orgId,
      kind,
      state: 'queued',
      subject_id: subjectId,
      label,
      payload: JSON.stringify(payload),
      placed_by: placedBy,
      reason: null,
      created_at: context.now(),
      send_not_after: null,
    });
}
