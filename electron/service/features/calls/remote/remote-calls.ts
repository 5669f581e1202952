// Public: other features may import this file.
import type { Capabilities } from '../../../../../shared/workspaces/connection.ts';
import type { RemoteImportResult } from '../../../../../shared/workspaces/remote-import.ts';
import { runConcurrently } from '../../../platform/run-concurrently.ts';
import type { Sender } from '../../outbox/outbox.ts';
import { planImport } from '../../remote/plan-import.ts';
import { isMissing, RemoteError } from '../../remote/remote-client.ts';
import { findByRemoteId } from '../../remote/remote-item-queries.ts';
import type { RemoteLink } from '../../remote/remote-link.ts';
import type { RefreshPart } from '../../sync/refresh-part.ts';
import { findCall, type CallRow } from '../call-queries.ts';
import { storeTalk } from '../talk-queries.ts';
import { listTurns } from '../turn-queries.ts';
import { createCancelCallSender, createPlaceCallSender } from './call-senders.ts';
import { RecordingFetcher } from './recording-fetcher.ts';
import { concurrentFetches, createCallsRefresh, requestCall } from './refresh-calls.ts';
import { findRemoteCall, updateTurnTimes } from './remote-call-queries.ts';
import {
  publishCallChange,
  storeFetchedCall,
  storeListedCalls,
  type FetchedCall,
  type RemoteCallStorage,
} from './store-remote-call.ts';

export type RemoteCallsDependencies = RemoteCallStorage & {
  readonly link: RemoteLink;
  /** Returns what the remote has according to the last check of the connection. */
  readonly getCapabilities: () => Capabilities;
};

/** The calls of a linked workspace, which its remote makes. */
export class RemoteCalls {
  readonly senders: { readonly place_call: Sender; readonly cancel_call: Sender };
  readonly refreshPart: RefreshPart;
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
