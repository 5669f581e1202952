import { dayMs } from '../../../../../shared/text/duration.ts';
import { runConcurrently } from '../../../platform/run-concurrently.ts';
import {
  describeItemErrors,
  describeLeftOut,
  joinSentences,
  joinUnread,
  type Unread,
} from '../../remote/list-problems.ts';
import { fetchPages, readObject, requireValid } from '../../remote/read-remote.ts';
import {
  concernsItem,
  isMissing,
  type RemoteClient,
  type RemoteError,
  type RemoteLink,
} from '../../remote/remote-client.ts';
import { isNewOnRemote } from '../../outbox/outbox-queries.ts';
import { findRemoteItem, storeRemoteItem } from '../../remote/remote-item-queries.ts';
import {
  callReader,
  listedCallReader,
  timelineReader,
  type ListedCall,
  type RemoteTimeline,
} from '../../remote/remote-schemas.ts';
import { RowOrder } from '../../remote/row-order.ts';
import type { RefreshPart } from '../../sync/refresh-task.ts';
import {
  findListPosition,
  hasCallsToFetch,
  listEndedCallsToFetch,
  listLiveCallsToFetch,
  storeListPosition,
  updateRemoteCall,
  type CallToFetch,
} from './remote-call-queries.ts';
import {
  publishCallChange,
  storeFetchedCall,
  storeListedCalls,
  type FetchedCall,
  type RemoteCallStorage,
} from './store-remote-call.ts';
import { findCall } from '../call-queries.ts';

/** The interval in milliseconds while a call is live. How often each live call is fetched depends on its age. */
const activeMs = 3000;
const idleMs = 60_000;

/** The list is read at most this often, because live calls are fetched one by one. */
const listEveryMs = 15_000;

/** The whole list is read again this often, or if the user asks, to find out whether calls that could not be read are readable now. */
const wholeListEveryMs = dayMs;

/** One refresh fetches at most this many calls, so that the newest are not behind a long backlog. */
const fetchedPerRefresh = 100;

export const concurrentFetches = 4;

/** A smaller transaction writes the same pages of the indexes more often; a larger one delays other requests for longer. */
const callsPerTransaction = 500;

/** The calls of a slow remote are stored, and shown, after this time. */
const storeEveryMs = 250;

/** An hour of waveform peaks and a long transcript. */
const timelineBytes = 16 * 1024 * 1024;

export type CallsRefreshDependencies = RemoteCallStorage & {
  readonly link: RemoteLink;
  /** Called when recordings may be ready to be fetched. */
  readonly onFetched: () => void;
  /** Called when the list was read for the first time. */
  readonly onListed: () => void;
};

/** Creates the part of the mirror that follows the remote's calls. */
export function createCallsRefresh(dependencies: CallsRefreshDependencies): RefreshPart {
  const { db, context, link, onFetched } = dependencies;
  let listedAt = -Infinity;
  let leftOut: Unread | null = null;
  const describe = (hasList = true) => joinUnread(hasList ? leftOut : null, describeItemErrors(db, 'call', callReader));
  return {
    name: 'calls',
    activeMs,
    idleMs,
    isActive: () => hasCallsToFetch(db),
    refresh: async (signal, isManual = false) => {
      const client = await link.getClient();
      const now = context.now();
      if (client.capabilities.call_list && (isManual || Math.abs(now - listedAt) >= listEveryMs)) {
        const list = await readCallList(dependencies, { client, signal, isManual });
        listedAt = now;
        leftOut = list.leftOut;
        // A long list is complete before transcripts are fetched, which takes longer.
        if (list.count > fetchedPerRefresh) return describe();
      }
      const live = listLiveCallsToFetch(db, now, fetchedPerRefresh);
      const ended = listEndedCallsToFetch(db, now, fetchedPerRefresh - live.length);
      await fetchCalls(dependencies, client, [...live, ...ended], signal);
      onFetched();
      return describe(client.capabilities.call_list);
    },
  };
}

type ListReading = { readonly client: RemoteClient; readonly signal: AbortSignal; readonly isManual: boolean };

/**
 * Reads the list, newest first, up to the newest call of the last reading, and stores the calls page by page, in the order in which
 * they were placed. If it is interrupted, the next reading starts again. Resolves to their number, and to the calls that could not
 * be read.
 */
async function readCallList(
  dependencies: CallsRefreshDependencies,
  { client, signal, isManual }: ListReading,
): Promise<{ readonly count: number; readonly leftOut: Unread | null }> {
  const { db, context, link } = dependencies;
  const position = findListPosition(db);
  const readAt = context.now();
  const isWholeDue =
    position?.leftOut && (isManual || Math.abs(readAt - position.leftOut.wholeReadAt) >= wholeListEveryMs);
  const lastId = isWholeDue ? null : position?.newestId;
  const writer = new ListWriter(dependencies);
  /** The errors of calls that could not be read. The next reading includes the `newest` again: they precede every readable call. */
  const unreadable = { newest: [] as string[], older: [] as string[] };
  let isContinued = false;
  let cut: string | null = null;
  const request = { reader: listedCallReader, path: '/calls', remoteOrgId: link.remoteOrgId, signal };
  for await (const { items, invalid, nextCursor, cut: ended } of fetchPages(client, request)) {
    const end = items.findIndex(({ call_id }) => call_id === lastId);
    isContinued = end >= 0;
    for (const { error, itemsBefore } of invalid)
      if (!isContinued || itemsBefore <= end)
        unreadable[writer.count + itemsBefore === 0 ? 'newest' : 'older'].push(error);
    signal.throwIfAborted();
    await writer.add(isContinued ? items.slice(0, end) : items, !isContinued && nextCursor !== null && ended === null);
    if (isContinued) break;
    cut = ended;
  }
  const newestId = writer.newestId ?? position?.newestId ?? null;
  const completeSince = position?.completeSince ?? context.now();
  const before = isContinued ? position?.leftOut : undefined;
  const count = (before?.count ?? 0) + unreadable.older.length;
  const error = before?.error ?? unreadable.older[0] ?? '';
  cut ??= before?.cut ?? null;
  const isWhole = count === 0 && cut === null;
  const leftOut = !isWhole && { leftOut: { count, error, cut, wholeReadAt: before?.wholeReadAt ?? readAt } };
  // After a power failure, the list is read from an earlier position.
  db.bulkTransaction(() => storeListPosition(db, { newestId, completeSince, readAt, ...leftOut }));
  if (!position) dependencies.onListed();
  const { newest } = unreadable;
  const unread = describeLeftOut(callReader, count + newest.length, error || newest[0]);
  return { count: writer.count, leftOut: joinUnread(unread, cut) };
}

/** Stores the calls of the list while it is read: several pages together, unless the remote is slow. */
class ListWriter {
  readonly #dependencies: CallsRefreshDependencies;
  readonly #order: RowOrder;
  #waiting: ListedCall[] = [];
  #storedAt = -Infinity;
  /** The number of calls that were added so far. */
  count = 0;
  /** The remote ID of the first call. */
  newestId: string | null = null;

  constructor(dependencies: CallsRefreshDependencies) {
    this.#dependencies = dependencies;
    this.#order = new RowOrder(dependencies.db, 'call');
  }

  /** Adds the next calls. All calls are stored when the last ones were added. */
  async add(calls: readonly ListedCall[], hasMore: boolean): Promise<void> {
    this.newestId ??= calls[0]?.call_id ?? null;
    this.count += calls.length;
    this.#waiting.push(...calls);
    const isDue = performance.now() - this.#storedAt >= storeEveryMs || this.#waiting.length >= callsPerTransaction;
    if (hasMore && !isDue) return;
    const waiting = this.#waiting.splice(0);
    for (let start = 0; start < waiting.length; start += callsPerTransaction) {
      const batch = waiting.slice(start, start + callsPerTransaction);
      this.#store(batch, hasMore || start + callsPerTransaction < waiting.length);
      await new Promise(setImmediate); // other requests run between two transactions
    }
    this.#storedAt = performance.now();
  }

  /** Publishes one event for all calls, after which the window refetches its list. */
  #store(calls: readonly ListedCall[], hasMore: boolean): void {
    const { db, orgId } = this.#dependencies;
    // Without a sync to the disk: after a power failure, the list is read again.
    db.bulkTransaction(() => {
      const callId = storeListedCalls(this.#dependencies, calls, { order: this.#order, hasMore });
      const call = callId === null ? undefined : findCall(db, orgId, callId);
      if (call) publishCallChange(this.#dependencies, call);
    });
  }
}

/**
 * Fetches calls one by one. A call that the remote refuses, or whose response is unusable, keeps its state and gets the reason;
 * the others are fetched nevertheless. Rejects with RemoteError if that concerns every call.
 */
async function fetchCalls(
  dependencies: CallsRefreshDependencies,
  client: RemoteClient,
  calls: readonly CallToFetch[],
  signal: AbortSignal,
): Promise<void> {
  const failures: RemoteError[] = [];
  await runConcurrently(calls, concurrentFetches, async (call) => {
    try {
      await fetchCall(dependencies, client, call, signal);
    } catch (error) {
      if (!concernsItem(error)) throw error;
      storeFetchError(dependencies, call, error);
      failures.push(error);
    }
  });
  const failure = failures.find(({ kind }) => kind === 'failed');
  if (failure && failures.length === calls.length) throw failure;
}

async function fetchCall(
  dependencies: CallsRefreshDependencies,
  client: RemoteClient,
  { call_id, remote_id: remoteId, etag }: CallToFetch,
  signal: AbortSignal,
): Promise<void> {
  const { db, context, link } = dependencies;
  const fetched = await requestCall(client, { remoteId, remoteOrgId: link.remoteOrgId, etag, signal });
  db.bulkTransaction(() => {
    if (fetched) return storeFetchedCall(dependencies, call_id, fetched);
    const item = findRemoteItem(db, 'call', call_id);
    if (item) storeRemoteItem(db, { ...item, fetched_at: context.now(), error: null });
  });
}

type CallRequest = { readonly remoteId: string; readonly remoteOrgId: string; readonly signal: AbortSignal };

/**
 * Fetches a call, with its timeline if it is completed and the remote has timelines. Resolves to null if it did not change since
 * the version of `etag`. Rejects with RemoteError.
 */
export function requestCall(client: RemoteClient, request: CallRequest): Promise<FetchedCall>;
export function requestCall(
  client: RemoteClient,
  request: CallRequest & { readonly etag: string | null },
): Promise<FetchedCall | null>;
export async function requestCall(
  client: RemoteClient,
  { remoteId, remoteOrgId, etag = null, signal }: CallRequest & { readonly etag?: string | null },
): Promise<FetchedCall | null> {
  const path = `/calls/${encodeURIComponent(remoteId)}`;
  const response = await client.request({ method: 'GET', path, etag, signal });
  if (response.status === 304 && etag !== null) return null;
  const expected = { requestedId: remoteId, remoteOrgId };
  const { value: remote, leftOut } = requireValid(readObject(callReader, response.body, expected));
  const hasTimeline = client.capabilities.timeline && remote.status?.known === 'completed';
  const { timeline, problem } = hasTimeline ? await fetchTimeline(client, path, signal) : noTimeline;
  const error = joinSentences(leftOut, problem);
  // With its ETag, the same response would be answered with 304 and seem to be complete.
  return { remote, etag: error === null ? response.etag : null, timeline, error };
}

const noTimeline = { timeline: null, problem: null };

/** Resolves to no timeline, and the reason, if the remote refuses it: the call is then stored without one. */
async function fetchTimeline(
  client: RemoteClient,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly timeline: RemoteTimeline | null; readonly problem: string | null }> {
  try {
    const { body } = await client.request({ method: 'GET', path: `${path}/timeline`, signal, maxBytes: timelineBytes });
    const reading = readObject(timelineReader, body);
    return reading.isValid
      ? { timeline: reading.value, problem: reading.leftOut }
      : { timeline: null, problem: `${reading.error} The times of the transcript are not known.` };
  } catch (error) {
    if (!concernsItem(error)) throw error;
    if (isMissing(error)) return noTimeline;
    return { timeline: null, problem: `The times of the transcript could not be fetched. ${error.message}` };
  }
}

function storeFetchError(
  dependencies: CallsRefreshDependencies,
  { id, call_id }: CallToFetch,
  error: RemoteError,
): void {
  const { db, orgId, context } = dependencies;
  const sentence = isMissing(error) ? 'The remote does not have this call.' : error.message;
  db.transaction(() => {
    const item = findRemoteItem(db, 'call', call_id);
    if (!item) return;
    if (isMissing(error) && isNewOnRemote(db, call_id, context.now()))
      return storeRemoteItem(db, { ...item, fetched_at: context.now() });
    storeRemoteItem(db, { ...item, fetched_at: context.now(), error: sentence });
    if (isMissing(error)) updateRemoteCall(db, id, { has_details: 1 });
    const call = findCall(db, orgId, call_id);
    if (call && item.error !== sentence) publishCallChange(dependencies, call);
  });
}
