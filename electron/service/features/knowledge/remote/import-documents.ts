import type { RemoteImportResult } from '../../../../../shared/workspaces/remote-import.ts';
import { storeRemoteDocument, type DocumentMirror } from './document-mirror.ts';
import { fetchDocuments } from './fetch-documents.ts';
import { findMirroredDocument } from './remote-document-queries.ts';
import { planImport } from '../../remote/remote-values.ts';
import { RemoteError } from '../../remote/remote-client.ts';

/** Adds documents of the remote that were uploaded elsewhere. Never throws because of the remote: the result has its errors. */
export async function importDocuments(
  mirror: DocumentMirror,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<RemoteImportResult> {
  const { db, orgId, link } = mirror;
  const plan = planImport(ids, (id) => findMirroredDocument(db, orgId, id) !== undefined);
  const targets = plan.targets.map((remote_id) => ({ remote_id, etag: null }));
  const notFound = [...plan.impossible];
  const failed: { id: string; reason: string }[] = [];
  let added = 0;
  try {
    const client = await link.getClient();
    const { fetched, failure } = await fetchDocuments(client, targets, { remoteOrgId: link.remoteOrgId, signal });
    const byId = new Map(fetched.map((one) => [one.target.remote_id, one]));
    db.transaction(() => {
      for (const { remote_id } of targets) {
        const one = byId.get(remote_id);
        if (one?.outcome === 'found') {
          storeRemoteDocument(mirror, one.document, one.etag);
          added += 1;
        } else if (one?.outcome === 'missing') notFound.push(remote_id);
        else failed.push({ id: remote_id, reason: one?.outcome === 'unusable' ? one.error : explain(failure) });
      }
    });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    failed.push(...targets.map(({ remote_id }) => ({ id: remote_id, reason: error.message })));
  }
  return { added, known: plan.known, not_found: notFound, failed };
}

function explain(failure: unknown): string {
  if (failure instanceof RemoteError) return failure.message;
  throw failure;
}
