// Public: other features may import this file.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isNewOnRemote } from '../../outbox/outbox-queries.ts';
import { storeRemoteItem } from '../../remote/remote-item-queries.ts';
import { describeItemErrors, joinUnread, ListProblems } from '../../remote/list-problems.ts';
import { fetchPages } from '../../remote/read-remote.ts';
import { RemoteError, type RemoteClient } from '../../remote/remote-client.ts';
import { documentReader, type RemoteDocument } from '../../remote/remote-schemas.ts';
import { RowOrder } from '../../remote/row-order.ts';
import type { RefreshPart } from '../../sync/refresh-task.ts';
import {
  storeMissingDocument,
  storeRefreshError,
  storeRemoteDocument,
  fetchDocuments,
  type DocumentMirror,
  type FetchedDocument,
} from './document-mirror.ts';
import { hasFile } from '../document-queries.ts';
import { storeRemoteOffer } from './remote-similar-document.ts';
import {
  findMirroredDocument,
  hasProcessingDocuments,
  isUploading,
  listMirroredDocuments,
  storeListReadAt,
  type MirroredDocument,
} from './remote-document-queries.ts';

const activeMs = 3_000;
const idleMs = 60_000;

/** Small, so that storing a batch blocks the main thread for only a few milliseconds. */
const batchSize = 100;

/** Of the documents that the remote is processing, a refresh that does not read the list fetches only those that waited longest. */
const processingPerRefresh = 100;

/** Fewer while uploads are sent, which should not wait for these requests. */
const processingPerRefreshWhileUploading = 10;

/** Likewise of those that are not expected to change, if the remote has no list. */
const settledPerRefresh = 200;

/** Reading a longer list is too slow to repeat while a document is processed. */
const shortListLength = 500;

/** Refreshes the remote's documents: its whole list if it has one, or else the documents that are known. */
export function createDocumentsPart(mirror: DocumentMirror): RefreshPart {
  const { db, orgId, context, link } = mirror;
  let lastList: LastList = { readAt: -Infinity, length: 0, problems: new ListProblems(documentReader) };

  const describe = () => {
    const { problems } = lastList;
    const others = describeItemErrors(db, 'document', documentReader, problems.errors.keys());
    return joinUnread(problems.describe(), others);
  };

  const canSkipList = () => lastList.length > shortListLength && context.now() - lastList.readAt < idleMs;

  const refreshList = async (client: RemoteClient, signal: AbortSignal) => {
    const known = listMirroredDocuments(db, orgId); // before the list, so that a document that is added meanwhile is not missed
    const readAt = context.now();
    const listed = await storeList(mirror, client, signal);
    const { ids, problems } = listed;
    const missing = problems.isEachKnown ? known.filter(({ remote_id }) => !ids.has(remote_id)) : [];
    await refreshDocuments(mirror, client, missing, signal);
    lastList = { readAt, length: ids.size, problems };
    db.bulkTransaction(() => storeListReadAt(db, readAt));
    return describe();
  };

  return {
    name: 'documents',
    activeMs,
    idleMs,
    isActive: () => hasProcessingDocuments(db, orgId),
    refresh: async (signal) => {
      const client = await link.getClient();
      if (client.capabilities.document_list && !canSkipList()) return refreshList(client, signal);
      const known = listMirroredDocuments(db, orgId);
      const processingCount = isUploading(db) ? processingPerRefreshWhileUploading : processingPerRefresh;
      const processing = known.filter(isProcessing).slice(0, processingCount);
      const isSettled = (document: MirroredDocument) => !isProcessing(document);
      const settled = client.capabilities.document_list ? [] : known.filter(isSettled).slice(0, settledPerRefresh);
      await refreshDocuments(mirror, client, [...processing, ...settled], signal);
      return describe();
    },
  };
}

/** The latest complete reading of the list. */
type LastList = { readonly readAt: number; readonly length: number; readonly problems: ListProblems };

function isProcessing({ status, remote_status }: MirroredDocument): boolean {
  return status === 'processing' && remote_status === null;
}

type StoredList = {
  /** The IDs of all documents in the list, including documents that cannot be used. */
  readonly ids: ReadonlySet<string>;
  readonly problems: ListProblems;
};

/** Stores the list page by page, so that a long one is shown while it is read. */
async function storeList(mirror: DocumentMirror, client: RemoteClient, signal: AbortSignal): Promise<StoredList> {
  const { db, orgId, link } = mirror;
  const ids = new Set<string>();
  const problems = new ListProblems(documentReader);
  const order = new RowOrder(db, 'document');
  const request = { reader: documentReader, path: '/knowledge/documents', remoteOrgId: link.remoteOrgId, signal };
  for await (const page of fetchPages(client, request)) {
    problems.add(page);
    for (const { document_id } of page.items) ids.add(document_id);
    await storePage(mirror, page.items, {
      order,
      problems,
      hasMore: page.nextCursor !== null && page.cut === null,
      hasOffers: client.capabilities.similar_documents,
    });
  }
  const { errors, unreadable } = problems;
  const unusable = listMirroredDocuments(db, orgId).filter(({ remote_id }) => unreadable.has(remote_id));
  await inBatches(mirror, unusable, (known) => storeRefreshError(mirror, known, errors.get(known.remote_id) ?? ''));
  return { ids: new Set([...ids, ...unreadable]), problems };
}

type PageOptions = {
  readonly order: RowOrder;
  readonly problems: ListProblems;
  readonly hasMore: boolean;
  readonly hasOffers: boolean;
};

async function storePage(
  mirror: DocumentMirror,
  documents: readonly RemoteDocument[],
  { order, problems, hasMore, hasOffers }: PageOptions,
): Promise<void> {
  const { db, orgId } = mirror;
  for (let start = 0; start < documents.length; start += batchSize) {
    const batch = documents.slice(start, start + batchSize);
    const known = batch.map(({ document_id }) => findMirroredDocument(db, orgId, document_id));
    const rowIds = order.assign(
      known.map((one) => one?.id ?? null),
      hasMore || start + batchSize < documents.length,
    );
    const entries = batch.map((document, index) => ({
      document,
      etag: known[index]?.etag ?? null,
      rowId: rowIds[index] ?? null,
    }));
    // Oldest first, so that documents that are not known are added in their order.
    await inBatches(mirror, entries.toReversed(), ({ document, etag, rowId }) => {
      const error = problems.errors.get(document.document_id) ?? null;
      storeRemoteDocument(mirror, document, { etag, error }, rowId);
      if (hasOffers) storeRemoteOffer(mirror, document);
    });
  }
}

/** Fetches documents one by one and stores them. Rejects with RemoteError if the remote could not be used at all. */
async function refreshDocuments(
  mirror: DocumentMirror,
  client: RemoteClient,
  targets: readonly MirroredDocument[],
  signal: AbortSignal,
): Promise<void> {
  const { remoteOrgId } = mirror.link;
  const errors: string[] = [];
  for (let start = 0; start < targets.length; start += batchSize) {
    const batch = targets.slice(start, start + batchSize);
    const { fetched, failure } = await fetchDocuments(client, batch, { remoteOrgId, signal });
    await inBatches(mirror, fetched, (one) => storeFetched(mirror, client, one));
    if (failure !== null) throw failure;
    for (const one of fetched) if (one.outcome === 'unusable') errors.push(one.error);
  }
  const [error] = errors;
  if (error !== undefined && errors.length === targets.length)
    throw new RemoteError('failed', error, { wasSent: true });
}

function storeFetched(mirror: DocumentMirror, client: RemoteClient, fetched: FetchedDocument<MirroredDocument>): void {
  const { db, context, knowledge } = mirror;
  const { target } = fetched;
  const { document_id, remote_id, remote_status, etag } = target;
  const storeUnchanged = () => {
    const item = { kind: 'document', local_id: document_id, remote_id, remote_status, etag } as const;
    storeRemoteItem(db, { ...item, fetched_at: context.now() });
  };
  switch (fetched.outcome) {
    case 'found':
      return storeRemoteDocument(mirror, fetched.document, fetched);
    case 'unusable':
      return storeRefreshError(mirror, target, fetched.error);
    case 'unchanged':
      return storeUnchanged();
    case 'missing':
      if (isNewOnRemote(db, document_id, context.now())) return storeUnchanged();
      // Deleted elsewhere. Nothing is lost if it was uploaded elsewhere, too, and the remote's list would have it.
      if (!hasFile(target) && client.capabilities.document_list) knowledge.startDeletion(target);
      else storeMissingDocument(mirror, target);
  }
}

async function inBatches<T>({ db }: DocumentMirror, items: readonly T[], store: (item: T) => void): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    db.transaction(() => items.slice(start, start + batchSize).forEach(store));
    await yieldToEventLoop();
  }
}
