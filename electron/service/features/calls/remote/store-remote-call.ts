import { isCallEnded, type CallStatus } from '../../../../../shared/calls/call-status.ts';
import { dayMs } from '../../../../../shared/text/duration.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import { findAgent } from '../../agents/agent-queries.ts';
import { ensureAgent } from '../../agents/remote-agents.ts';
import { addNumberByDisposition } from '../../do-not-call/do-not-call-list.ts';
import type { RecordingStore } from '../../recordings/recording-store.ts';
import {
  deleteRemoteItem,
  findByRemoteId,
  findLocalIds,
  findRemoteItem,
  insertRemoteItems,
  storeRemoteItem,
} from '../../remote/remote-item-queries.ts';
import type { ListedCall, RemoteCall, RemoteTimeline } from '../../remote/remote-schemas.ts';
import { RowOrder } from '../../remote/row-order.ts';
import { findCall, findCallByRowId, type CallRow } from '../call-queries.ts';
import { indexTranscripts } from '../call-index-queries.ts';
import { storeFollowUps } from '../follow-ups/store-follow-ups.ts';
import { hasCorrectedOutcome } from '../outcome/correction-queries.ts';
import { storeTalk, insertTurn, maxTurnsPerCall } from '../turn-queries.ts';
import {
  findRemoteCall,
  insertRemoteCall,
  insertRemotePassage,
  insertSeenCalls,
  removeTranscript,
  replaceCall,
  storeRemoteResult,
  updateRemoteCall,
} from './remote-call-queries.ts';

export type RemoteCallStorage = {
  readonly db: Database;
  readonly orgId: string;
  readonly context: Context;
  readonly events: EventPublisher;
  readonly recordings: RecordingStore;
  /** Called in the transaction that adds the number of a call to the do-not-call list. */
  readonly onNumberListed: () => void;
};

/** The agent ID of a call whose agent the remote does not name. */
const unknownAgentId = 'unknown';

/** A transcript or a recording that is missing when a call ends can follow within this time. */
const detailsDelayMs = 60 * 60 * 1000;

/** A call that ended longer ago than this when its transcript arrives gets no follow-ups. */
const followUpWindowMs = 30 * dayMs;

/**
 * Stores calls of the remote's list, newest first, in the open transaction. `hasMore` says whether the list may have older calls.
 * Returns the local ID of a call that is new or has changed; null if there is none.
 */
export function storeListedCalls(
  storage: RemoteCallStorage,
  calls: readonly ListedCall[],
  { order = new RowOrder(storage.db, 'call'), hasMore = false } = {},
): string | null {
  const { db, orgId } = storage;
  // A list that grows while it is read contains calls twice.
  const listed = [...new Map(calls.map((call) => [call.call_id, call])).values()];
  const localIds = findLocalIds(
    db,
    'call',
    listed.map(({ call_id }) => call_id),
  );
  let changed: string | null = null;
  const rowIds = listed.map((remote) => {
    const localId = localIds.get(remote.call_id);
    const known = localId === undefined ? undefined : findCall(db, orgId, localId);
    if (known && storeResult(storage, known, remote)) changed = known.call_id;
    return known?.id ?? null;
  });
  const assigned = order.assign(rowIds, hasMore);
  const added = listed.flatMap((remote, index) =>
    rowIds[index] === null ? [{ remote, rowId: assigned[index] ?? null }] : [],
  );
  return insertListedCalls(storage, added.toReversed()) ?? changed;
}

/** A fetched call. `etag` identifies its version. `error` says what of it could not be read. */
export type FetchedCall = {
  readonly remote: RemoteCall;
  readonly etag: string | null;
  readonly timeline: RemoteTimeline | null;
  readonly error: string | null;
};

/** Stores a call with its transcript, in the open transaction. */
export function storeFetchedCall(
  storage: RemoteCallStorage,
  callId: string,
  { remote, etag, timeline, error }: FetchedCall,
): void {
  const { db, orgId, context } = storage;
  const before = findCall(db, orgId, callId);
  if (!before) return;
  const now = context.now();
  const word = remote.status?.word ?? null;
  const hasNewError = (findRemoteItem(db, 'call', callId)?.error ?? null) !== error;
  storeRemoteItem(db, {
    kind: 'call',
    local_id: callId,
    remote_id: remote.call_id,
    remote_status: word,
    etag,
    fetched_at: now,
    error,
  });
  const hasChanged = storeResult(storage, before, remote) || hasNewError;
  const call = findCallByRowId(db, orgId, before.id) ?? before;
  if (timeline) updateRemoteCall(db, call.id, { is_simulated: timeline.simulated ? 1 : 0 });
  const hasTranscript = isCallEnded(call.status) && storeTranscript(storage, call, remote, timeline);
  if (hasTranscript && now - (call.ended_at ?? 0) < followUpWindowMs && storeFollowUps(db, call, now))
    storage.events.publish({ type: 'follow_ups.changed', call_id: callId }, orgId);
  if (hasChanged || hasTranscript) publishCallChange(storage, call);
  // What could not be read is fetched again, because the remote may be repaired.
  if (isCallEnded(call.status) && error === null && hasEveryDetail(call, remote, now))
    updateRemoteCall(db, call.id, { has_details: 1 });
  listNumber(storage, before, call);
}

/** Adds the number of a call that was completed to the do-not-call list, if the recipient asked for it. */
export function listNumber(storage: RemoteCallStorage, before: Pick<CallRow, 'status'>, call: CallRow): void {
  const { db, orgId, context, events } = storage;
  if (call.status !== 'completed' || before.status === 'completed') return;
  if (addNumberByDisposition({ db, context, events }, orgId, call, call.disposition)) storage.onNumberListed();
}

/**
 * Assigns the remote's ID to a call that was placed here, in the open transaction. If the remote's list was read
 * in the meantime, the call was stored as made elsewhere: that one is replaced.
 */
export function linkPlacedCall(storage: RemoteCallStorage, call: CallRow, remoteId: string): void {
  const { db, orgId, recordings } = storage;
  const item = findByRemoteId(db, 'call', remoteId);
  const other = item && item.local_id !== call.call_id ? findCall(db, orgId, item.local_id) : undefined;
  if (other && isPlacedHere(other)) {
    const reason = 'The remote returned the ID of another call. Check whether the remote placed this call.';
    storeRemoteResult(db, call.id, { ...call, status: 'failed', reason, ended_at: storage.context.now() });
  } else {
    if (other) {
      deleteRemoteItem(db, 'call', other.call_id);
      replaceCall(db, other, call);
      db.afterCommit(() => void recordings.remove(other.call_id).catch(() => undefined)); // if this fails, the next start removes it
      publishCallChange(storage, other);
    }
    storeRemoteItem(db, { kind: 'call', local_id: call.call_id, remote_id: remoteId });
    if (!findRemoteCall(db, call.id)) insertRemoteCall(db, call.id, call.created_at ?? storage.context.now());
  }
  publishCallChange(storage, findCallByRowId(db, orgId, call.id) ?? call);
}

/** Who placed a call that was made elsewhere is not known. */
export function isPlacedHere({ placed_by }: CallRow): boolean {
  return placed_by !== '';
}

/** A call that was made elsewhere. Without a row id, it gets the next one. */
type AddedCall = { readonly remote: ListedCall; readonly rowId: number | null };

/** Stores calls that were made elsewhere, in this order. Returns the local ID of the last. */
function insertListedCalls(storage: RemoteCallStorage, calls: readonly AddedCall[]): string | undefined {
  if (calls.length === 0) return undefined;
  const { db, orgId, context } = storage;
  const now = context.now();
  const agents = new Map<string, Pick<CallRow, 'agent_id' | 'agent_name'>>();
  const findListedAgent = (remoteId: string) => {
    const found = agents.get(remoteId);
    if (found) return found;
    const agent_id = ensureAgent(storage, remoteId);
    const agent = { agent_id, agent_name: findAgent(db, orgId, agent_id)?.name ?? '' };
    agents.set(remoteId, agent);
    return agent;
  };
  const added = calls.map(({ remote, rowId }) => {
    const status = findNearestStatus('queued', remote);
    return {
      id: rowId,
      call_id: context.newId('call'),
      ...findListedAgent(remote.agent_id ?? unknownAgentId),
      status,
      disposition: remote.disposition,
      duration_seconds: remote.duration_seconds ?? 0,
      recording_url: remote.recording_url,
      remote_id: remote.call_id,
      remote_status: remote.status?.word ?? null,
    };
  });
  insertSeenCalls(db, orgId, now, added);
  insertRemoteItems(
    db,
    'call',
    added.map(({ call_id, remote_id, remote_status }) => ({ local_id: call_id, remote_id, remote_status })),
  );
  return added.at(-1)?.call_id;
}

/** Stores the status and the result. Returns whether they changed. */
function storeResult({ db, context }: RemoteCallStorage, call: CallRow, remote: ListedCall): boolean {
  if (remote.recording_url !== null && findRemoteCall(db, call.id)?.recording_url !== remote.recording_url)
    updateRemoteCall(db, call.id, { recording_url: remote.recording_url });
  const status = findNearestStatus(call.status, remote);
  const isEnded = isCallEnded(status);
  const result = {
    status,
    reason: isEnded && status === call.status ? call.reason : null,
    disposition: hasCorrectedOutcome(db, call.id) ? call.disposition : (remote.disposition ?? call.disposition),
    duration_seconds: remote.duration_seconds ?? call.duration_seconds,
    ended_at: isEnded ? findEnd(call, context.now()) : null,
  };
  const hasWordChanged =
    (findRemoteItem(db, 'call', call.call_id)?.remote_status ?? null) !== (remote.status?.word ?? null);
  const hasResultChanged = Object.entries(result).some(
    ([field, value]) => call[field as keyof typeof result] !== value,
  ); // the fields of `result`
  if (hasResultChanged) storeRemoteResult(db, call.id, result);
  return hasResultChanged || hasWordChanged;
}

/** When a call ended that was over when it was first seen is not known. */
function findEnd({ status, ended_at, created_at }: CallRow, nowMs: number): number | null {
  return isCallEnded(status) ? ended_at : Math.max(nowMs, created_at ?? 0);
}

/** An unknown status with a result is stored as completed. */
function findNearestStatus(before: CallStatus, { status, recording_url, disposition }: ListedCall): CallStatus {
  if (status === null) return before;
  const hasResult = recording_url !== null || disposition !== null;
  return status.word !== null && hasResult ? 'completed' : status.known;
}

/** Stores the transcript if it is new. Returns whether it was. */
function storeTranscript(
  { db }: RemoteCallStorage,
  call: CallRow,
  remote: RemoteCall,
  timeline: RemoteTimeline | null,
): boolean {
  const timedTurns = timeline?.turns ?? [];
  const turns = timedTurns.length > 0 ? timedTurns : (remote.transcript ?? []);
  if (turns.length === 0 || findRemoteCall(db, call.id)?.has_details === 1) return false;
  removeTranscript(db, call.id);
  for (const [position, turn] of turns.slice(0, maxTurnsPerCall).entries()) {
    const timed = timedTurns[position];
    const passages = (timed?.passages ?? []).flatMap(({ document_id, title, page, text }) => {
      const local = document_id === null ? undefined : findByRemoteId(db, 'document', document_id);
      return local ? [{ document_id: local.local_id, title: title ?? '', page, text: text ?? '' }] : [];
    });
    insertTurn(db, call.id, position, {
      speaker: turn.speaker,
      text: turn.text,
      startSeconds: timed?.start_seconds ?? 0,
      endSeconds: timed?.end_seconds ?? 0,
      citations: passages.map(({ document_id, title, page }) => ({
        document_id,
        version: 1,
        title,
        page,
        chunkPosition: -1,
      })),
    });
    for (const [index, { document_id, text }] of passages.entries())
      insertRemotePassage(db, call.id, { turn: position, position: index, document_id, text });
  }
  indexTranscripts(db, [call.id]);
  const hasMoreTurns = turns.length > maxTurnsPerCall || timeline?.has_more_turns === true;
  const hasTimes = timedTurns.length > 0;
  updateRemoteCall(db, call.id, { times: hasTimes ? 'exact' : 'unknown', has_more_turns: hasMoreTurns ? 1 : 0 });
  storeTalk(db, call.id, { hasTimes });
  return true;
}

/** Returns whether nothing more is expected: everything is there, the call was over when it was first seen, or ended long ago. */
function hasEveryDetail(call: CallRow, remote: RemoteCall, nowMs: number): boolean {
  if (call.status !== 'completed') return true;
  if (remote.recording_url !== null && (remote.transcript?.length ?? 0) > 0) return true;
  const { ended_at, created_at } = call;
  return ended_at === null || ended_at <= (created_at ?? 0) || nowMs - ended_at > detailsDelayMs;
}

export function publishCallChange({ events, orgId }: RemoteCallStorage, { call_id, status }: CallRow): void {
  events.publish({ type: 'call.changed', call_id, status }, orgId);
}
