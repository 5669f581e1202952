import { decideSimilarDocument, type SimilarDecision } from '../../../../../shared/knowledge/similar-documents.ts';
import { replacedAtRemoteDetail } from '../../../../../shared/knowledge/document-details.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { Database } from '../../../platform/db/database.ts';
import { asProblem, type RemoteLink, type RemoteRequest } from '../../remote/remote-client.ts';
import { findRemoteItem } from '../../remote/remote-item-queries.ts';
import type { RemoteDocument } from '../../remote/remote-schemas.ts';
import { hasFile, type DocumentRow } from '../document-queries.ts';
import { findFreeVersion } from '../document-version-queries.ts';
import type { KnowledgeBase } from '../knowledge-base.ts';
import { deleteOtherOffers, findOffer, insertSimilar } from '../similar-document-queries.ts';
import type { DocumentMirror } from './document-mirror.ts';
import { copyFile, findMirroredDocument, findRemoteVersion, setRemoteVersion } from './remote-document-queries.ts';

/** Stores the older document that a document can replace on the remote, in the open transaction. */
export function storeRemoteOffer(
  { db, orgId, events }: Pick<DocumentMirror, 'db' | 'orgId' | 'events'>,
  remote: Pick<RemoteDocument, 'document_id' | 'similar'>,
): void {
  const document = findMirroredDocument(db, orgId, remote.document_id);
  if (!document) return;
  const { document_id } = document;
  const older = remote.similar && findMirroredDocument(db, orgId, remote.similar.document_id);
  const before = findOffer(db, document_id);
  deleteOtherOffers(db, document_id, older?.document_id ?? null);
  if (older) insertSimilar(db, document_id, older.document_id);
  if (findOffer(db, document_id)?.document_id !== before?.document_id)
    events.publish({ type: 'document_details.changed', document_id }, orgId);
}

type Decision = Pick<RemoteRequest, 'idempotencyKey' | 'signal'> & {
  readonly newer: DocumentRow;
  readonly older: DocumentRow;
  readonly decision: SimilarDecision;
};

/**
 * Sends a decision to the remote at once, because nothing is changed here without it. Returns the version of the document that has the text
 * on the remote. Throws Problem `not_available_on_remote` if the remote does not list the operation, or does not have a document.
 */
export async function decideOnRemote(
  db: Database,
  link: RemoteLink,
  { newer, older, decision, ...options }: Decision,
): Promise<number> {
  try {
    const client = await link.getClient();
    if (!client.capabilities.similar_documents) throw new Problem('not_available_on_remote', replacedAtRemoteDetail);
    const json = { similar_id: requireRemoteId(db, older), decision };
    const path = `/knowledge/documents/${encodeURIComponent(requireRemoteId(db, newer))}/similar`;
    const { body } = await client.request({ method: 'POST', path, json, ...options });
    const { success, data } = decideSimilarDocument.response.safeParse(body);
    if (!success) throw new Problem('remote_failed', 'The remote did not say which version has the text now.');
    return data.version;
  } catch (error) {
    throw asProblem(error, decideSimilarDocument.problems);
  }
}

function requireRemoteId(db: Database, { document_id, title }: DocumentRow): string {
  const item = findRemoteItem(db, 'document', document_id);
  if (!item) throw new Problem('not_available_on_remote', `The remote does not have “${title}” yet.`);
  return item.remote_id;
}

/**
 * Stores that the remote made a document the version of an older one, in the open transaction. A refresh may have stored that already, and
 * deleted the document, which is then undefined. Returns the number of the version here.
 */
export function storeRemoteReplacement(
  db: Database,
  knowledge: KnowledgeBase,
  newer: DocumentRow | undefined,
  older: DocumentRow,
  remoteVersion: number,
): number {
  const known = findRemoteVersion(db, older.document_id, remoteVersion);
  if (newer && !known) {
    const version = knowledge.adoptAsVersion(newer, older);
    setRemoteVersion(db, newer.id, remoteVersion);
    return version;
  }
  if (newer) {
    // A refresh may store the version before it deletes the document, which has the file.
    if (known && !hasFile(known) && hasFile(newer)) copyFile(db, newer, known);
    knowledge.startDeletion(newer);
  }
  return known?.version ?? findFreeVersion(db, older.document_id);
}
