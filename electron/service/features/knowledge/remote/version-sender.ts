import * as z from 'zod';
import { describeAttempt, type Sender } from '../../outbox/outbox.ts';
import type { OutboxRow } from '../../outbox/outbox-queries.ts';
import { RemoteError } from '../../remote/remote-client.ts';
import { findRemoteItem } from '../../remote/remote-item-queries.ts';
import { failDocument, requeueDocument } from '../document-queries.ts';
import { listVersions, type VersionRow } from '../document-version-queries.ts';
import { forgetEtag } from './change-sender.ts';
import type { DocumentMirror } from './document-mirror.ts';
import { explainUnsent } from './explain-unsent.ts';
import { versionPayloadSchema } from './outbox-payloads.ts';
import { setRemoteVersion } from './remote-document-queries.ts';

const acceptedSchema = z.object({
  version: z
    .int()
    .min(1)
    .max(2 ** 31),
});

/** Sends new versions of documents to the remote, which processes them. */
export function createVersionSender(mirror: DocumentMirror): Sender {
  const { db, orgId, knowledge, events } = mirror;
  const publish = ({ subject_id }: OutboxRow) =>
    events.publish({ type: 'document_details.changed', document_id: subject_id }, orgId);
  /** Null if it was deleted, or is used already. */
  const findVersion = ({ subject_id, payload }: OutboxRow): VersionRow | null => {
    const { version } = versionPayloadSchema.parse(JSON.parse(payload));
    const row = listVersions(db, orgId, subject_id).find((one) => one.version === version);
    return row && row.is_current === 0 && row.status !== 'replaced' ? row : null;
  };
  return {
    isRepeatable: false,
    send: async (item, signal, client) => {
      const row = findVersion(item);
      if (!row) return () => publish(item);
      const remoteId = findRemoteItem(db, 'document', item.subject_id)?.remote_id;
      if (remoteId === undefined) throw new RemoteError('rejected', unknownIdReason, { wasSent: false });
      const path = `/knowledge/documents/${encodeURIComponent(remoteId)}/versions`;
      const file = { path: knowledge.files.getPath(row.sha256), fileName: row.file_name, sizeBytes: row.size_bytes };
      const { body } = await client
        .request({ method: 'POST', path, upload: { fields: {}, ...file }, ...describeAttempt(item), signal })
        .catch(explainUnsent);
      const { success, data } = acceptedSchema.safeParse(body);
      return () => {
        const sent = findVersion(item);
        if (sent && success) setRemoteVersion(db, sent.id, data.version);
        forgetEtag(db, item);
        publish(item);
      };
    },
    onState: (item, state, reason) => {
      const row = findVersion(item);
      if (row && state === 'canceled') knowledge.startVersionDeletion(row);
      else if (row && state === 'rejected')
        failDocument(db, orgId, row.id, { code: 'remote', detail: reason ?? 'The remote refused it.' });
      else if (row?.status === 'failed') requeueDocument(db, orgId, row.id);
      publish(item);
    },
    complete: (item) => {
      // The next refresh finds the version that the remote has.
      const row = findVersion(item);
      if (row) knowledge.startVersionDeletion(row);
      forgetEtag(db, item);
      publish(item);
    },
  };
}

const unknownIdReason =
  'The remote’s ID of this document is not known, so it cannot be replaced there. Cancel this, and replace it at the remote.';
