import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import { storeRemoteItem } from '../../remote/remote-item-queries.ts';
import type { RemoteLink } from '../../remote/remote-client.ts';
import type { RemoteDocument } from '../../remote/remote-schemas.ts';
import type { KnowledgeBase } from '../knowledge-base.ts';
import {
  findMirroredDocument,
  insertForeignDocument,
  updateMirroredDocument,
  type DocumentUpdate,
  type MirroredDocument,
} from './remote-document-queries.ts';

/** What the mirror of the remote's documents needs. */
export type DocumentMirror = {
  readonly db: Database;
  readonly orgId: string;
  readonly link: RemoteLink;
  readonly knowledge: KnowledgeBase;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'now' | 'newId'>;
};

const untitled = 'Untitled document';

/** Stores the state of a document on the remote, in the open transaction. A document that is not known is added. */
export function storeRemoteDocument(mirror: DocumentMirror, remote: RemoteDocument, etag: string | null): void {
  const { db, orgId } = mirror;
  const known = findMirroredDocument(db, orgId, remote.document_id) ?? addForeignDocument(mirror, remote);
  const status = remote.status?.known ?? known.status;
  const word = remote.status ? remote.status.word : known.remote_status;
  const update: DocumentUpdate = {
    title: remote.title ?? known.title,
    status,
    chunkCount: remote.chunks_created ?? known.chunk_count,
    failure: status === 'failed' ? (remote.error ?? 'The remote could not process this document.') : null,
  };
  store(mirror, known, update, { remote_status: word, etag, error: null });
}

/** Keeps the last state of a document that could not be refreshed, with the reason. */
export function storeRefreshError(mirror: DocumentMirror, known: MirroredDocument, error: string): void {
  const { title, status, chunk_count: chunkCount, failure_detail: failure, remote_status, etag } = known;
  store(mirror, known, { title, status, chunkCount, failure }, { remote_status, etag, error });
}

/**
 * Marks a document as failed, because the remote no longer has it. It is not deleted: its original file may be the only copy, and
 * without a list of the remote, its ID may not be known elsewhere.
 */
export function storeMissingDocument(mirror: DocumentMirror, known: MirroredDocument): void {
  const failure = 'The remote no longer has this document. Agents don’t use it.';
  const update = { title: known.title, status: 'failed', chunkCount: 0, failure } as const;
  store(mirror, known, update, { remote_status: null, etag: null, error: null });
}

type RemoteState = {
  readonly remote_status: string | null;
  readonly etag: string | null;
  readonly error: string | null;
};

function store(mirror: DocumentMirror, known: MirroredDocument, update: DocumentUpdate, state: RemoteState): void {
  const { db, orgId, events, context } = mirror;
  const { document_id, remote_id } = known;
  storeRemoteItem(db, { kind: 'document', local_id: document_id, remote_id, fetched_at: context.now(), ...state });
  const isUnchanged =
    update.title === known.title &&
    update.status === known.status &&
    update.chunkCount === known.chunk_count &&
    update.failure === known.failure_detail &&
    state.remote_status === known.remote_status &&
    state.error === known.remote_error;
  if (isUnchanged) return;
  updateMirroredDocument(db, orgId, known.id, update);
  events.publish({ type: 'document.changed', document_id, status: update.status }, orgId);
}

function addForeignDocument(
  mirror: DocumentMirror,
  { document_id: remote_id, title }: RemoteDocument,
): MirroredDocument {
  const { db, orgId, context } = mirror;
  const documentId = context.newId('doc');
  insertForeignDocument(db, orgId, documentId, title ?? untitled);
  storeRemoteItem(db, { kind: 'document', local_id: documentId, remote_id });
  const added = findMirroredDocument(db, orgId, remote_id);
  if (!added) throw new Error(`The document ${documentId} was not stored.`);
  mirror.events.publish({ type: 'document.changed', document_id: documentId, status: added.status }, orgId);
  return added;
}
