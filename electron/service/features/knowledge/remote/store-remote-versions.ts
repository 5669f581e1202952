import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import type { RemoteDocument } from '../../remote/remote-schemas.ts';
import { failDocument } from '../document-queries.ts';
import { findFreeVersion, findNextVersion, replaceVersion } from '../document-version-queries.ts';
import type { KnowledgeBase } from '../knowledge-base.ts';
import {
  findRemoteVersion,
  hasOpenChange,
  insertForeignVersion,
  setRemoteVersion,
  type MirroredDocument,
} from './remote-document-queries.ts';

type VersionMirror = {
  readonly db: Database;
  readonly knowledge: Pick<KnowledgeBase, 'startVersionDeletion'>;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'now'>;
};

/**
 * Makes the version that a document has on the remote the current one here, in the open transaction: one that was sent from here, or one
 * that was uploaded elsewhere, whose file is not known. The earlier one stays in the history. Returns whether the current one is another.
 */
export function storeRemoteVersions(mirror: VersionMirror, known: MirroredDocument, remote: RemoteDocument): boolean {
  const { db, context } = mirror;
  const { document_id } = known;
  const { version } = remote;
  // The number of a version that is being sent is not known yet.
  if (!version || hasOpenChange(db, document_id, 'replace_document')) return false;
  const found = findRemoteVersion(db, document_id, version);
  if (!found && known.remote_version === null) {
    setRemoteVersion(db, known.id, version);
    return false;
  }
  const isReplaced = found?.is_current !== 1;
  if (isReplaced) {
    const next = found?.id ?? insertForeignVersion(db, known, findFreeVersion(db, document_id), version);
    replaceVersion(db, { current: known.id, next, replacedAt: context.now() });
  }
  storeNextVersion(mirror, known, remote);
  return isReplaced;
}

/** Stores that the remote could not process a version that was sent from here, or gave it up. */
function storeNextVersion(mirror: VersionMirror, { document_id, org_id }: MirroredDocument, remote: RemoteDocument) {
  const { db, knowledge, events } = mirror;
  const next = findNextVersion(db, document_id);
  if (!next || next.remote_version === null) return;
  const state = remote.next_version;
  if (state?.version !== next.remote_version) knowledge.startVersionDeletion(next);
  else if (state.status === 'failed' && next.status !== 'failed') {
    const detail = state.error ?? 'The remote could not process this version.';
    failDocument(db, org_id, next.id, { code: 'remote', detail });
    events.publish({ type: 'document_details.changed', document_id }, org_id);
  }
}
