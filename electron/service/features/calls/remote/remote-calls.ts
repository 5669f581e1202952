// Public: other features may import this file.
import { isCallEnded } from '../../../../../shared/calls/call-status.ts';
import type { Capabilities } from '../../../../../shared/workspaces/connection.ts';
import type { RemoteImportResult } from '../../../../../shared/workspaces/remote-import.ts';
import { runConcurrently } from '../../../platform/run-concurrently.ts';
import { isNewOnRemote, type OutboxRow } from '../../outbox/outbox-queries.ts';
import { createNotYetError, createTakenIdProblem, describeAttempt, type Sender } from '../../outbox/outbox.ts';
import { fetchPages, readAcceptedId, readObject, reportsError } from '../../remote/read-remote.ts';
import { concernsItem, isMissing, RemoteError, type RemoteLink } from '../../remote/remote-client.ts';
import { findByRemoteId, findRemoteItem } from '../../remote/remote-item-queries.ts';
import { callReader, listedCallReader } from '../../remote/remote-schemas.ts';
import { planImport } from '../../remote/remote-values.ts';
import type { RefreshPart } from '../../sync/refresh-task.ts';
import { findCall, type CallRow } from '../call-queries.ts';
import { storeTalk, listTurns } from '../turn-queries.ts';
import { placeCallPayloadSchema } from './outbox-payloads.ts';
import { createCallDetailsPart } from './refresh-call-details.ts';
import { RecordingFetcher } from './recording-fetcher.ts';
import { concurrentFetches, createCallsRefresh, requestCall } from './refresh-calls.ts';
import {
  findRemoteCall,
  updateTurnTimes,
  findListPosition,
  hasOtherUnansweredPlacement,
  listSeenCallsSince,
  storeRemoteResult,
} from './remote-call-queries.ts';
import {
  isPlacedHere,
  publishCallChange,
  storeFetchedCall,
  storeListedCalls,
  linkPlacedCall,
  type FetchedCall,
  type RemoteCallStorage,
} from './store-remote-call.ts';

type RemoteCallsDependencies = RemoteCallStorage & {
  readonly link: RemoteLink;
  /** Returns what the remote has according to the last check of the connection. */
  readonly getCapabilities: () => Capabilities;
  /** Called when the remote's list was read for the first time. */
  readonly onListed: () => void;
};

/** The calls of a linked workspace, which its remote makes. */
export class RemoteCalls {
  readonly senders: { readonly place_call: Sender; readonly cancel_call: Sender };
  readonly refreshPart: RefreshPart;
  readonly detailsPart: RefreshPart;
  readonly #dependencies: RemoteCallsDependencies;
  readonly #recordings: RecordingFetcher;

  constructor(dependencies: RemoteCallsDependencies) {
    this.#dependencies = dependencies;
    this.#recordings = new RecordingFetcher(dependencies);
    this.senders = {
      place_call: createPlaceCallSender(dependencies),
      cancel_call: createCancelCallSender(dependencies),
    };
    this.refreshPart = createCallsRefresh({ ...dependencies, onFetched: () => this.#recordings.fetchNewest() });
    this.detailsPart = createCallDetailsPart(dependencies);
  }

  get capabilities(): Capabilities {
    return this.#dependencies.getCapabilities();
  }

  fetchRecording(call: CallRow): void {
    this.#recordings.fetch(call);
  }

  isFetchingRecording(callId: string): boolean {
    return this.#recordings.isFetching(callId);
  }

  /** Shifts the times of a transcript. Returns false if they are not estimated. */
  shiftTurnTimes({ id, call_id, status }: CallRow, seconds: number): boolean {
    const { db, orgId, events } = this.#dependencies;
    if (findRemoteCall(db, id)?.times !== 'estimated') return false;
    const shift = (ms: number) => Math.max(0, ms + seconds * 1000);
    db.transaction(() => {
      const times = listTurns(db, id).map(({ start_ms, end_ms }) => ({
        startMs: shift(start_ms),
        endMs: shift(end_ms),
      }));
      updateTurnTimes(db, id, times);
      storeTalk(db, id); // a turn can become shorter at the start
      events.publish({ type: 'call.changed', call_id, status }, orgId);
    });
    return true;
  }

  /** Adds calls that were made elsewhere. Rejects only if the signal is aborted. */
  async importCalls(ids: readonly string[], signal: AbortSignal): Promise<RemoteImportResult> {
    const { db, link } = this.#dependencies;
    const { targets, known, impossible } = planImport(ids, (id) => findByRemoteId(db, 'call', id) !== undefined);
    const not_found = [...impossible];
    const failed: { id: string; reason: string }[] = [];
    let added = 0;
    await runConcurrently(targets, concurrentFetches, async (remoteId) => {
      try {
        const client = await link.getClient();
        const fetched = await requestCall(client, { remoteId, remoteOrgId: link.remoteOrgId, signal });
        if (this.#add(fetched)) added += 1;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof RemoteError)) throw error;
        if (isMissing(error)) not_found.push(remoteId);
        else failed.push({ id: remoteId, reason: error.message });
      }
    });
    return { added, known, not_found, failed };
  }

  /** Adds one call that was made elsewhere. Resolves to false if the remote does not have it. Rejects with RemoteError. */
  async addCall(remoteId: string, signal: AbortSignal): Promise<boolean> {
    const { link } = this.#dependencies;
    try {
      const client = await link.getClient();
      this.#add(await requestCall(client, { remoteId, remoteOrgId: link.remoteOrgId, signal }));
      return true;
    } catch (error) {
      if (!concernsItem(error)) throw error;
      return false;
    }
  }

  /** Stores a call. Returns false if it was stored in the meantime. */
  #add(fetched: FetchedCall): boolean {
    const { db, orgId } = this.#dependencies;
    const { call_id: remoteId } = fetched.remote;
    return db.transaction(() => {
      if (findByRemoteId(db, 'call', remoteId)) return false;
      const callId = storeListedCalls(this.#dependencies, [fetched.remote]);
      const call = callId === null ? undefined : findCall(db, orgId, callId);
      if (call) storeFetchedCall(this.#dependencies, call.call_id, fetched);
      if (call) publishCallChange(this.#dependencies, call);
      return true;
    });
  }

  close(): Promise<void> {
    return this.#recordings.close();
  }
}

type SenderDependencies = RemoteCallStorage & { readonly link: RemoteLink };

/**
 * Places calls through the remote. If the response is lost, a call is sent again automatically only to a remote that honours
 * Idempotency-Key: otherwise a person could be called twice.
 */
function createPlaceCallSender(dependencies: SenderDependencies): Sender {
  const { db, orgId, context, link } = dependencies;

  /** Returns the payload with the ID that the remote gave to the agent. */
  const readCall = ({ payload }: OutboxRow) => {
    const call = placeCallPayloadSchema.parse(JSON.parse(payload));
    return { ...call, remoteAgentId: findRemoteItem(db, 'agent', call.agent_id)?.remote_id };
  };

  return {
    isRepeatable: false,
    send: async (item, signal, client) => {
      const { remoteAgentId, recipient_number, metadata } = readCall(item);
      if (remoteAgentId === undefined)
        throw new RemoteError('rejected', 'The remote does not have this agent.', { wasSent: false });
      const { body } = await client.request({
        method: 'POST',
        path: '/calls/outbound',
        json: { agent_id: remoteAgentId, recipient_number, metadata },
        ...describeAttempt(item),
        signal,
      });
      const callId = readAcceptedId(body, 'call_id');
      requireOwnId(dependencies, item, callId);
      return () => linkCall(dependencies, item, callId);
    },
    onState: (item, state, reason) => {
      const call = findCall(db, orgId, item.subject_id);
      if (!call) return;
      if (state === 'rejected') endCall(dependencies, call, 'failed', reason ?? 'The remote refused the call.');
      else if (state === 'canceled' && !isCallEnded(call.status))
        endCall(dependencies, call, 'canceled', reason ?? 'The call was canceled before it was sent.');
      else if (isCallEnded(call.status) && state !== 'canceled') reopenCall(dependencies, call);
      else publishCallChange(dependencies, call);
    },
    complete: (item, remoteId) => {
      if (remoteId !== null) {
        requireUnusedId(dependencies, item, remoteId);
        return linkCall(dependencies, item, remoteId);
      }
      const call = findCall(db, orgId, item.subject_id);
      if (!call) return;
      const reason = 'A user marked this call as placed without its ID on the remote, so its result cannot be fetched.';
      storeRemoteResult(db, call.id, { ...call, status: 'completed', reason, ended_at: context.now() });
      publishCallChange(dependencies, { ...call, status: 'completed' });
    },
    check: async (item, signal) => {
      const { agent_id: agentId, remoteAgentId, listReadAt } = readCall(item);
      const client = await link.getClient();
      const position = findListPosition(db);
      const sentAt = item.first_sent_at;
      // Without a complete list from before, every call of the list could be an older one.
      const canTellApart = client.capabilities.call_list && position !== null && sentAt !== null;
      if (!canTellApart || position.completeSince > sentAt) return null;
      const listed: string[] = [];
      const request = { reader: listedCallReader, path: '/calls', remoteOrgId: link.remoteOrgId, signal };
      for await (const { items, cut } of fetchPages(client, request)) {
        const end = items.findIndex(({ call_id }) => call_id === position.newestId);
        for (const call of end >= 0 ? items.slice(0, end) : items)
          if (call.agent_id === remoteAgentId) listed.push(call.call_id);
        if (end >= 0) break;
        if (cut !== null) return null;
      }
      // Another call may have been sent, and its response stored, while the list was read.
      if (hasOtherUnansweredPlacement(db, { agentId, itemId: item.item_id, listReadAt })) return null;
      const seen = listSeenCallsSince(db, agentId, sentAt).map((call) => call.remote_id);
      const isNew = (callId: string) => findByRemoteId(db, 'call', callId) === undefined;
      const found = new Set([...seen, ...listed.filter(isNew)]);
      const [callId, ...others] = found;
      return callId === undefined || others.length > 0 ? null : () => linkCall(dependencies, item, callId);
    },
  };
}

/** Cancels calls on a remote that can. Canceling twice has no effect. */
function createCancelCallSender(dependencies: SenderDependencies): Sender {
  const { db, context, link } = dependencies;
  return {
    isRepeatable: true,
    send: async (item, signal, client) => {
      const remoteId = findRemoteItem(db, 'call', item.subject_id)?.remote_id;
      if (remoteId === undefined)
        throw new RemoteError('rejected', 'The remote does not have this call.', { wasSent: false });
      const path = `/calls/${encodeURIComponent(remoteId)}/cancel`;
      const request = { method: 'POST', path, json: {}, ...describeAttempt(item), signal } as const;
      const { body, etag } = await client.request(request).catch((error: unknown) => {
        throw isMissing(error) && isNewOnRemote(db, item.subject_id, context.now()) ? createNotYetError(error) : error;
      });
      if (reportsError(body))
        throw new RemoteError('rejected', 'The remote reported that it did not cancel the call.', { wasSent: true });
      const reading = readObject(callReader, body, { requestedId: remoteId, remoteOrgId: link.remoteOrgId });
      return () => {
        if (!reading.isValid) return;
        const { value: remote, leftOut: error } = reading;
        storeFetchedCall(dependencies, item.subject_id, { remote, etag, timeline: null, error });
      };
    },
    onState: (item) => {
      const call = findCall(db, dependencies.orgId, item.subject_id);
      if (call) publishCallChange(dependencies, call);
    },
    // The next refresh shows whether it was canceled.
    complete: () => {},
  };
}

/** Throws Problem `remote_id_taken` for the ID of a call that was placed here, or that another agent made. */
function requireUnusedId({ db, orgId }: SenderDependencies, item: OutboxRow, remoteId: string): void {
  const other = findCall(db, orgId, findByRemoteId(db, 'call', remoteId)?.local_id ?? '');
  if (!other || other.call_id === item.subject_id) return;
  if (isPlacedHere(other)) throw createTakenIdProblem(`the call to ${other.recipient_number}`);
  if (other.agent_id !== findCall(db, orgId, item.subject_id)?.agent_id)
    throw createTakenIdProblem(`a call by ${other.agent_name}`);
}

/** Throws RemoteError if the remote answered with the ID of another call that was placed here: it may have placed this one. */
function requireOwnId({ db, orgId }: SenderDependencies, item: OutboxRow, remoteId: string): void {
  const other = findCall(db, orgId, findByRemoteId(db, 'call', remoteId)?.local_id ?? '');
  if (!other || other.call_id === item.subject_id || !isPlacedHere(other)) return;
  const message = `The remote answered with the ID of the call to ${other.recipient_number}.`;
  throw new RemoteError('invalid', message, { wasSent: true, isFinal: true });
}

function linkCall(dependencies: SenderDependencies, item: OutboxRow, remoteId: string): void {
  const call = findCall(dependencies.db, dependencies.orgId, item.subject_id);
  if (call) linkPlacedCall(dependencies, isCallEnded(call.status) ? reopenCall(dependencies, call) : call, remoteId);
}

function endCall(dependencies: SenderDependencies, call: CallRow, status: 'failed' | 'canceled', reason: string): void {
  storeRemoteResult(dependencies.db, call.id, { ...call, status, reason, ended_at: dependencies.context.now() });
  publishCallChange(dependencies, { ...call, status });
}

/** A call that the remote had refused is sent again. */
function reopenCall(dependencies: SenderDependencies, call: CallRow): CallRow {
  const queued: CallRow = { ...call, status: 'queued', reason: null, ended_at: null };
  storeRemoteResult(dependencies.db, call.id, queued);
  publishCallChange(dependencies, queued);
  return queued;
}
