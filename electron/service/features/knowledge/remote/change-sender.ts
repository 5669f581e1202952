import { documentChangeSchema, type DocumentChange } from '../../../../../shared/knowledge/document-details.ts';
import { createNotYetError, type NewOutboxItem, type Outbox, type Sender } from '../../outbox/outbox.ts';
import { isNewOnRemote, type OutboxRow } from '../../outbox/outbox-queries.ts';
import { isMissing } from '../../remote/remote-client.ts';
import { findRemoteItem, storeRemoteItem } from '../../remote/remote-item-queries.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DocumentRow } from '../document-queries.ts';
import type { DocumentMirror } from './document-mirror.ts';

/** Sends changes of titles and labels. The remote may receive one twice: it has the same effect. */
export function createChangeSender(mirror: Pick<DocumentMirror, 'db' | 'orgId' | 'context' | 'events'>): Sender {
  const { db, orgId, context, events } = mirror;
  const publish = ({ subject_id }: OutboxRow) =>
    events.publish({ type: 'document_details.changed', document_id: subject_id }, orgId);
  return {
    isRepeatable: true,
    send: async (item, signal, client) => {
      const remoteId = findRemoteItem(db, 'document', item.subject_id)?.remote_id;
      if (remoteId === undefined) return () => publish(item); // its upload was canceled, or marked as done without the ID
      const path = `/knowledge/documents/${encodeURIComponent(remoteId)}`;
      const json = documentChangeSchema.parse(JSON.parse(item.payload));
      await client.request({ method: 'PATCH', path, json, signal }).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
        if (isNewOnRemote(db, item.subject_id, context.now())) throw createNotYetError(error);
      });
      return () => publish(item);
    },
    onState: (item, state) => {
      if (state === 'canceled') forgetEtag(db, item);
      publish(item);
    },
    complete: (item) => {
      forgetEtag(db, item);
      publish(item);
    },
  };
}

/** Makes the next refresh store the title and the labels that the remote has. */
export function forgetEtag(db: Database, { subject_id }: OutboxRow): void {
  const item = findRemoteItem(db, 'document', subject_id);
  if (item) storeRemoteItem(db, { ...item, etag: null });
}

/** Queues a change of a document in the open transaction, unless the remote never gets the document. */
export function queueDocumentChange(
  db: Database,
  outbox: Outbox,
  { document_id, title }: Pick<DocumentRow, 'document_id' | 'title'>,
  payload: DocumentChange,
  author: Pick<NewOutboxItem, 'placedBy' | 'orgId'>,
): void {
  const isLocal = !outbox.findOpen(document_id) && !findRemoteItem(db, 'document', document_id);
  if (!isLocal) outbox.add({ kind: 'change_document', subjectId: document_id, label: title, payload, ...author });
}
