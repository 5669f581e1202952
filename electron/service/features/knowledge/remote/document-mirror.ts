import { isSameName } from '../../../../../shared/text/plain-text.ts';
import type { RemoteImportResult } from '../../../../../shared/workspaces/remote-import.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import { runConcurrently } from '../../../platform/run-concurrently.ts';
import { readObject } from '../../remote/read-remote.ts';
import {
  RemoteError,
  concernsItem,
  isMissing,
  type RemoteLink,
  type RemoteClient,
} from '../../remote/remote-client.ts';
import { storeRemoteItem } from '../../remote/remote-item-queries.ts';
import { documentReader, type RemoteDocument } from '../../remote/remote-schemas.ts';
import { planImport } from '../../remote/remote-values.ts';
import { changeLabels } from '../change-labels.ts';
import { listLabels } from '../document-label-queries.ts';
import { hasFile } from '../document-queries.ts';
import type { KnowledgeBase } from '../knowledge-base.ts';
import { storeRemoteVersions } from './store-remote-versions.ts';
import {
  findMirroredDocument,
  hasOpenChange,
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

/**
 * Stores the state of a document on the remote, in the open transaction. A document that is not known is added, with `rowId` or the
 * next row id. `error` names fields that the remote sent, but cannot be used.
 */
export function storeRemoteDocument(
  mirror: DocumentMirror,
  remote: RemoteDocument,
  { etag, error }: Pick<RemoteState, 'etag' | 'error'>,
  rowId: number | null = null,
): void {
  const { db, orgId } = mirror;
  const stored = findMirroredDocument(db, orgId, remote.document_id) ?? addForeignDocument(mirror, remote, rowId);
  const isReplaced = storeRemoteVersions(mirror, stored, remote);
  const known = (isReplaced && findMirroredDocument(db, orgId, remote.document_id)) || stored;
  const status = remote.status?.known ?? known.status;
  const word = remote.status ? remote.status.word : known.remote_status;
  // What was changed here counts until the remote has it.
  const isChanged = hasOpenChange(db, known.document_id, 'change_document');
  if (!isChanged && remote.labels) replaceLabels(mirror, known, remote.labels);
  const update: DocumentUpdate = {
    ...readFileFields(known, remote),
    title: isChanged ? known.title : (remote.title ?? known.title),
    status,
    chunk_count: remote.chunks_created ?? known.chunk_count,
    failure_detail: status === 'failed' ? (remote.error ?? 'The remote could not process this document.') : null,
  };
  store(mirror, known, update, { remote_status: word, etag, error });
}

/** Returns what the remote lists of the file, of which more is known if it is on this computer. */
function readFileFields(known: MirroredDocument, remote: RemoteDocument) {
  const pages = remote.pages ?? known.pages;
  const { kind, file_name, size_bytes, added_at } = known;
  if (hasFile(known)) return { kind, file_name, size_bytes, added_at, pages };
  return {
    kind: remote.kind ?? kind,
    file_name: remote.file_name ?? file_name,
    size_bytes: remote.size_bytes ?? size_bytes,
    added_at: remote.added_at ?? added_at,
    pages,
  };
}

/** Keeps the last state of a document that could not be refreshed, with the reason. */
export function storeRefreshError(mirror: DocumentMirror, known: MirroredDocument, error: string): void {
  const { remote_status, etag } = known;
  store(mirror, known, known, { remote_status, etag, error });
}

/**
 * Marks a document as failed, because the remote no longer has it. It is not deleted: its original file may be the only copy, and
 * if the remote has no list, its ID may not be known elsewhere.
 */
export function storeMissingDocument(mirror: DocumentMirror, known: MirroredDocument): void {
  const failure_detail = 'The remote no longer has this document. Agents don’t use it.';
  const update = { ...known, status: 'failed', chunk_count: 0, failure_detail } as const;
  store(mirror, known, update, { remote_status: null, etag: null, error: null });
}

/** Stores the labels that a document has on the remote, in the open transaction. */
function replaceLabels(
  { db, orgId, events }: DocumentMirror,
  { document_id }: MirroredDocument,
  labels: readonly string[],
) {
  const before = listLabels(db, document_id);
  const isKept = (label: string) => labels.some((one) => isSameName(one, label));
  const change = { add_labels: [...labels], remove_labels: before.filter((label) => !isKept(label)) };
  if (changeLabels(db, document_id, change).outcome === 'changed')
    events.publish({ type: 'document_details.changed', document_id }, orgId);
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
  const isUpdated = updateMirroredDocument(db, known, update);
  if (!isUpdated && state.remote_status === known.remote_status && state.error === known.remote_error) return;
  events.publish({ type: 'document.changed', document_id, status: update.status }, orgId);
}

function addForeignDocument(
  mirror: DocumentMirror,
  { document_id: remote_id, title }: RemoteDocument,
  rowId: number | null,
): MirroredDocument {
  const { db, orgId, context } = mirror;
  const documentId = context.newId('doc');
  insertForeignDocument(db, orgId, { rowId, documentId, title: title ?? untitled });
  storeRemoteItem(db, { kind: 'document', local_id: documentId, remote_id });
  const added = findMirroredDocument(db, orgId, remote_id);
  if (!added) throw new Error(`The document ${documentId} was not stored.`);
  mirror.events.publish({ type: 'document.changed', document_id: documentId, status: added.status }, orgId);
  return added;
}

/** Adds the remote's documents that were uploaded elsewhere. Never throws because of the remote: the result has its errors. */
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
          storeRemoteDocument(mirror, one.document, one);
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

type Target = {
  readonly remote_id: string;
  readonly etag: string | null;
};

/** `missing`: the remote has no such document. `unusable`: it returned an error or something else, with the reason. */
export type FetchedDocument<T> = { readonly target: T } & (
  | ({ readonly outcome: 'found'; readonly document: RemoteDocument } & Pick<RemoteState, 'etag' | 'error'>)
  | { readonly outcome: 'unchanged' | 'missing' }
  | { readonly outcome: 'unusable'; readonly error: string }
);

type FetchOptions = { readonly remoteOrgId: string; readonly signal: AbortSignal };

const concurrency = 4;

/**
 * Fetches documents by their IDs. Stops at an error that concerns the whole remote, such as no connection; `failure` is that
 * error. Never rejects.
 */
export async function fetchDocuments<T extends Target>(
  client: RemoteClient,
  targets: readonly T[],
  options: FetchOptions,
): Promise<{ readonly fetched: readonly FetchedDocument<T>[]; readonly failure: unknown }> {
  const fetched: FetchedDocument<T>[] = [];
  const fetchNext = async (target: T) => void fetched.push(await fetchDocument(client, target, options));
  const failure: unknown = await runConcurrently(targets, concurrency, fetchNext).then(
    () => null,
    (error: unknown) => error,
  );
  return { fetched, failure };
}

async function fetchDocument<T extends Target>(
  client: RemoteClient,
  target: T,
  { remoteOrgId, signal }: FetchOptions,
): Promise<FetchedDocument<T>> {
  const requestedId = target.remote_id;
  const path = `/knowledge/documents/${encodeURIComponent(requestedId)}`;
  try {
    const { status, body, etag } = await client.request({ method: 'GET', path, etag: target.etag, signal });
    if (status === 304) return { target, outcome: 'unchanged' };
    const reading = readObject(documentReader, body, { requestedId, remoteOrgId });
    if (!reading.isValid) return { target, outcome: 'unusable', error: reading.error };
    const { value: document, leftOut: error } = reading;
    // With its ETag, the same response would be answered with 304 and seem to be complete.
    return { target, outcome: 'found', document, etag: error === null ? etag : null, error };
  } catch (error) {
    if (isMissing(error)) return { target, outcome: 'missing' };
    if (concernsItem(error)) return { target, outcome: 'unusable', error: error.message };
    throw error;
  }
}
