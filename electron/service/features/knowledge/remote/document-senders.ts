// Public: other features may import this file.
import type { v1Routes } from '../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { isNewOnRemote, type OutboxRow } from '../../outbox/outbox-queries.ts';
import {
  createNotYetError,
  createTakenIdProblem,
  describeAttempt,
  type Outbox,
  type Sender,
  type Senders,
} from '../../outbox/outbox.ts';
import { fetchPages, readAcceptedId, readObject, reportsError } from '../../remote/read-remote.ts';
import { isMissing, RemoteError } from '../../remote/remote-client.ts';
import { findRemoteItem, storeRemoteItem } from '../../remote/remote-item-queries.ts';
import { documentReader } from '../../remote/remote-schemas.ts';
import { failDocument, findDocument, hasFile, requeueDocument, type DocumentRow } from '../document-queries.ts';
import type { KnowledgeBase } from '../knowledge-base.ts';
import { createChangeSender } from './change-sender.ts';
import { explainUnsent } from './explain-unsent.ts';
import { uploadPayloadSchema, type UploadPayload } from './outbox-payloads.ts';
import { createVersionSender } from './version-sender.ts';
import { storeRemoteDocument, type DocumentMirror } from './document-mirror.ts';
import { findMirroredDocument, hasOtherUnansweredUpload } from './remote-document-queries.ts';

/** Why a document that the user did not choose when the workspace was linked is not used. */
export const notSentDetail =
  'Only on this computer: it was not sent to the remote, so agents do not use it. To send it, upload its file again.';

const readPayload = ({ payload }: OutboxRow): UploadPayload => uploadPayloadSchema.parse(JSON.parse(payload));

/** A document is kept, too, if the change cannot be read. */
function keepsDocument({ payload }: OutboxRow): boolean {
  const { success, data } = uploadPayloadSchema.safeParse(JSON.parse(payload));
  return !success || data.wasLocal === true;
}

/** Explains what is known about such a document whose upload was canceled. */
function explainKept({ first_sent_at }: OutboxRow): string {
  return first_sent_at === null
    ? 'The document is only on this computer, so agents do not use it. To send it, upload its file again.'
    : 'Its upload was canceled. If the remote has the document, add it by its ID, and delete this one.';
}

/** Sends uploads, deletions and changes of documents to the remote. */
export function createDocumentSenders(
  mirror: DocumentMirror,
): Pick<Senders, 'upload_document' | 'delete_document' | 'change_document' | 'replace_document'> {
  return {
    upload_document: createUploadSender(mirror),
    delete_document: createDeleteSender(mirror),
    change_document: createChangeSender(mirror),
    replace_document: createVersionSender(mirror),
  };
}

function createUploadSender(mirror: DocumentMirror): Sender {
  const { db, orgId, knowledge, events, link } = mirror;
  const findSubject = (item: OutboxRow) => findDocument(db, orgId, item.subject_id);
  return {
    isRepeatable: false,
    keepsDocument,
    send: async (item, signal, client) => {
      const { sha256, fileName, sizeBytes, title } = readPayload(item);
      const upload = { fields: { title }, path: knowledge.files.getPath(sha256), fileName, sizeBytes };
      const { body } = await client
        .request({ method: 'POST', path: '/knowledge/documents', upload, ...describeAttempt(item), signal })
        .catch(explainUnsent);
      const remoteId = readAcceptedId(body, 'document_id');
      return () => storeUploaded(mirror, item, remoteId, body);
    },
    onState: (item, state, reason) => {
      const document = findSubject(item);
      if (!document) return;
      const isCanceled = state === 'canceled';
      if (isCanceled && !keepsDocument(item)) return knowledge.startDeletion(document);
      const hasFailed = isCanceled || state === 'rejected';
      if (hasFailed) {
        const explanation = reason ?? 'The remote refused it.';
        const detail = isCanceled ? `${explanation} ${explainKept(item)}` : explanation;
        failDocument(db, orgId, document.id, { code: 'remote', detail });
      } else if (document.status === 'failed') requeueDocument(db, orgId, document.id);
      const status = hasFailed ? 'failed' : 'processing';
      events.publish({ type: 'document.changed', document_id: document.document_id, status }, orgId);
    },
    complete: (item, remoteId) => {
      const document = findSubject(item);
      if (remoteId !== null) {
        const other = findMirroredDocument(db, orgId, remoteId);
        if (other && hasFile(other) && other.id !== document?.id) throw createTakenIdProblem(`“${other.title}”`);
        return storeUploaded(mirror, item, remoteId, null);
      }
      if (!document) return;
      const detail =
        'The remote has this document, but its ID is not known here. Add it by its ID, and delete this one.';
      failDocument(db, orgId, document.id, { code: 'remote', detail });
      events.publish({ type: 'document.changed', document_id: document.document_id, status: 'failed' }, orgId);
    },
    /** A document with this title that the remote did not have when the upload was queued. */
    check: async (item, signal) => {
      const client = await link.getClient();
      const document = findSubject(item);
      if (!document || !client.capabilities.document_list) return null;
      const { listReadAt = null } = readPayload(item);
      // Without a list from before, every document of the list could be an older one.
      if (listReadAt === null) return null;
      const listed: string[] = [];
      const request = { reader: documentReader, path: '/knowledge/documents', remoteOrgId: link.remoteOrgId, signal };
      for await (const { items, cut } of fetchPages(client, request)) {
        for (const { document_id, title } of items) if (title === document.title) listed.push(document_id);
        if (cut !== null) return null;
      }
      // Another upload may have been sent, and its response stored, while the list was read.
      if (hasOtherUnansweredUpload(db, document.title, { itemId: item.item_id, listReadAt })) return null;
      const isNew = (remoteId: string) => {
        const known = findMirroredDocument(db, orgId, remoteId);
        return !known || (!hasFile(known) && known.id > document.id);
      };
      const found = listed.filter(isNew);
      const [remoteId, ...others] = found;
      return remoteId !== undefined && others.length === 0 ? () => storeUploaded(mirror, item, remoteId, null) : null;
    },
  };
}

/** Stores the ID that the remote gave to an uploaded document. */
function storeUploaded(mirror: DocumentMirror, item: OutboxRow, remoteId: string, body: unknown): void {
  const { db, orgId, knowledge, events } = mirror;
  const document = findDocument(db, orgId, item.subject_id);
  if (!document) return;
  const other = findMirroredDocument(db, orgId, remoteId);
  if (other && other.id !== document.id) {
    // The remote takes equal files as one document, or a refresh found the document before its ID was known here.
    if (hasFile(other)) return knowledge.startDeletion(document);
    knowledge.startDeletion(other);
  }
  if (document.status === 'failed') requeueDocument(db, orgId, document.id);
  storeRemoteItem(db, { kind: 'document', local_id: document.document_id, remote_id: remoteId });
  events.publish({ type: 'document.changed', document_id: document.document_id, status: 'processing' }, orgId);
  const reading = readObject(documentReader, body, { requestedId: remoteId });
  if (reading.isValid) storeRemoteDocument(mirror, reading.value, { etag: null, error: reading.leftOut });
}

function createDeleteSender(mirror: DocumentMirror): Sender {
  const { db, orgId, context, knowledge, events } = mirror;
  const findSubject = ({ subject_id }: OutboxRow) => findDocument(db, orgId, subject_id);
  const deleteHere = (item: OutboxRow) => {
    const document = findSubject(item);
    if (document) knowledge.startDeletion(document);
  };
  return {
    isRepeatable: true,
    send: async (item, signal, client) => {
      const remoteId = findRemoteItem(db, 'document', item.subject_id)?.remote_id;
      if (remoteId === undefined) {
        // Its upload may have been marked as done without the ID.
        if (findSubject(item)) throw new RemoteError('rejected', unknownIdReason, { wasSent: false });
        return () => {};
      }
      const path = `/knowledge/documents/${encodeURIComponent(remoteId)}`;
      const { body } = await client
        .request({ method: 'DELETE', path, idempotencyKey: item.item_id, signal })
        .catch((error: unknown) => {
          if (!isMissing(error)) throw error;
          if (isNewOnRemote(db, item.subject_id, context.now())) throw createNotYetError(error);
          return { body: null };
        });
      if (reportsError(body))
        throw new RemoteError('rejected', 'The remote reported that it did not delete the document.', {
          wasSent: true,
        });
      return () => deleteHere(item);
    },
    onState: (item) => {
      const document = findSubject(item);
      if (!document) return;
      const { document_id, status } = document;
      events.publish({ type: 'document.changed', document_id, status }, orgId);
    },
    complete: deleteHere,
  };
}

const unknownIdReason =
  'The remote’s ID of this document is not known, so it cannot be deleted there. Cancel this deletion, delete the document at ' +
  'the remote, and then delete it here.';

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
