// Public: other features may import this file.
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import { findAgent } from '../agents/agent-queries.ts';
import { findPublishedDefinition } from '../agents/agent-versions.ts';
import { describeEntry, findEntryByNumber } from '../do-not-call/do-not-call-list.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { findOrganization } from '../organizations/organization-queries.ts';
import { hasRecording, type RecordingStore } from '../recordings/recording-store.ts';
import { CallLog, SourceDeletedError, type CallMeter } from './call-log.ts';
import {
  findCallByRowId,
  findTrial,
  listQueuedCalls,
  listUnfinishedCalls,
  readCallMetadata,
  updateCallReason,
  updateCallStatus,
  type CallRow,
} from './call-queries.ts';
import { CallQueue, type CallPool } from './call-queue.ts';
import type { CallJob, CallTransport } from './call-transport.ts';

export type { CallMeter } from './call-log.ts';

/** A call is tried again if a source document is deleted during an attempt. After this many attempts it fails. */
const maxAttempts = 3;

export type CallDependencies = {
  readonly orgId: string;
  readonly events: EventPublisher;
  readonly context: Context;
  readonly recordings: RecordingStore;
  readonly meter: CallMeter;
  /** Cancels a call that a remote is to make, if it cannot have received it. Returns whether it did. */
  readonly cancelUnsent?: Outbox['cancelUnsent'];
  /** Runs the calls with a simulated recipient. */
  readonly simulation: CallTransport;
  /** Runs the calls in which the user plays the recipient. */
  readonly practice: CallTransport;
};

type StartableCall = Pick<CallRow, 'id' | 'call_id' | 'org_id' | 'mode' | 'speed' | 'placed_by'>;

/** The calls of an open workspace: runs queued calls and stores their results. Runs none if it is open read-only. */
export class Calls {
  readonly #db: Database;
  readonly #dependencies: CallDependencies;
  readonly #queue: CallQueue;
  readonly #resumed: Promise<void>;
  readonly #closing = new AbortController();
  /** Functions that store failures, by call ID. One stays here while it cannot be stored, for example on a full disk. */
  readonly #pendingFailures = new Map<string, () => void>();

  constructor(db: Database, dependencies: CallDependencies) {
    this.#db = db;
    this.#dependencies = dependencies;
    this.#queue = new CallQueue((id, signal) => this.#run(id, signal));
    if (!db.isReadOnly) this.#failInterrupted();
    this.#resumed = db.isReadOnly ? Promise.resolve() : this.#resume();
    this.#resumed.catch((error: unknown) =>
      dependencies.context.log.error({ err: error }, 'cannot delete the recording files of interrupted calls'),
    );
  }

  /** Starts a queued call when the open transaction commits. */
  start(call: StartableCall): void {
    this.#publishStatus(call, 'queued');
    this.#db.afterCommit(() => this.#enqueue(call));
  }

  /** Cancels the queued calls to numbers on the do-not-call list, in the open transaction. */
  cancelListed(): void {
    const { orgId } = this.#dependencies;
    for (const call of listQueuedCalls(this.#db, orgId)) {
      const entry = findEntryByNumber(this.#db, orgId, call.recipient_number);
      if (!entry) continue;
      const reason = `The call was canceled. ${describeEntry(entry)}`;
      if (call.mode !== 'remote') this.cancel(call, reason);
      else if (this.#dependencies.cancelUnsent?.(call.call_id)) this.#storeCanceled(call, reason);
    }
  }

  /** Cancels a call that has not ended, and stops it when the open transaction commits. */
  cancel(call: CallRow, reason = 'The call was canceled.'): void {
    this.#storeCanceled(call, reason);
    this.#db.afterCommit(() => void this.#queue.stop(call.id, new CallStoppedError(reason)));
  }

  #storeCanceled({ id, org_id }: CallRow, reason: string): void {
    // The outbox may have changed the call in the meantime.
    const call = findCallByRowId(this.#db, org_id, id);
    if (!call) return;
    const endedAt = this.#dependencies.context.now();
    if (call.status === 'canceled') updateCallReason(this.#db, id, reason);
    else updateCallStatus(this.#db, org_id, call, 'canceled', { reason, endedAt });
    this.#publishStatus(call, 'canceled');
  }

  /** Returns the number of queued and live calls. */
  countUnfinished(): number {
    return listUnfinishedCalls(this.#db, this.#dependencies.orgId).length;
  }

  /** Stops live calls, which fail. Queued calls run when the workspace is next opened. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#resumed.catch(() => {}); // already logged
    await this.#queue.close(new CallStoppedError('Switchboard was closed during this call.'));
  }

  /** Marks as failed the calls that were live when the previous process ended: a call cannot be continued. */
  #failInterrupted(): void {
    const { orgId, context } = this.#dependencies;
    const live = listUnfinishedCalls(this.#db, orgId).filter(({ status }) => status !== 'queued');
    if (live.length === 0) return;
    const reason = 'Switchboard quit during this call. Place the call again.';
    this.#db.transaction(() => {
      for (const call of live) updateCallStatus(this.#db, orgId, call, 'failed', { reason, endedAt: context.now() });
    });
  }

  async #resume(): Promise<void> {
    // `start` adds the calls that are placed later.
    const queued = listUnfinishedCalls(this.#db, this.#dependencies.orgId);
    const onError = (error: unknown) =>
      this.#dependencies.context.log.error({ err: error }, 'failed to remove unused recordings');
    try {
      await this.#dependencies.recordings.removeOrphans((callId) => hasRecording(this.#db, callId), onError);
    } finally {
      for (const call of queued) if (!this.#closing.signal.aborted) this.#enqueue(call);
    }
  }

  #enqueue({ id, mode, speed, placed_by }: Pick<CallRow, 'id' | 'mode' | 'speed' | 'placed_by'>): void {
    const pool: CallPool = mode === 'practice' ? 'practice' : speed;
    // `removeOrphans` must not delete the file of a live call.
    void this.#resumed.catch(() => {}).then(() => this.#queue.add({ id, pool, lane: placed_by }));
  }

  async #run(id: number, signal: AbortSignal): Promise<void> {
    this.#storePendingFailures();
    const call = findCallByRowId(this.#db, this.#dependencies.orgId, id);
    if (call?.status !== 'queued') return;
    const log = new CallLog(
      { db: this.#db, ...this.#dependencies, onNumberListed: () => this.cancelListed() },
      call,
      signal,
    );
    try {
      await this.#runToEnd(call, log, signal);
    } catch (error) {
      this.#fail(call, log, this.#formatFailure(call, error));
      await this.#removeFile(call);
    }
  }

  async #removeFile({ call_id }: CallRow): Promise<void> {
    try {
      await this.#dependencies.recordings.remove(call_id);
    } catch (error) {
      // It is deleted when the workspace is opened the next time.
      const { log } = this.#dependencies.context;
      log.error({ err: error, call: call_id }, 'cannot delete the recording file of a failed call');
    }
  }

  async #runToEnd(call: CallRow, log: CallLog, signal: AbortSignal): Promise<void> {
    const isPractice = call.mode === 'practice';
    const transport = isPractice ? this.#dependencies.practice : this.#dependencies.simulation;
    const { job, agentVersion } = this.#createJob(call);
    log.agentVersion = agentVersion;
    for (let attempt = 1; ; attempt++) {
      const speed = attempt === 1 ? job.speed : 'fast';
      try {
        const outcome = await transport.run({ ...job, speed }, log, signal);
        if (outcome.status === 'completed')
          await this.#dependencies.recordings.upload(call.call_id, outcome.recording, signal);
        return log.end(outcome, job.definition);
      } catch (error) {
        // A practice call cannot be repeated without the user.
        if (!(error instanceof SourceDeletedError) || isPractice) throw error;
        log.restart();
        if (attempt === maxAttempts) throw error;
      }
    }
  }

  /** Reads what the agent says in this call: its published version, or the draft that the call tries. */
  #createJob(call: CallRow): { readonly job: CallJob; readonly agentVersion: number | null } {
    const agent = findAgent(this.#db, call.org_id, call.agent_id);
    if (!agent) throw new Error(`${call.call_id} has no agent.`);
    const trial = findTrial(this.#db, call.id);
    const job: CallJob = {
      callId: call.call_id,
      orgId: call.org_id,
      organizationName: findOrganization(this.#db, call.org_id)?.name ?? '',
      definition: trial?.definition ?? findPublishedDefinition(this.#db, agent),
      metadata: readCallMetadata(this.#db, call.org_id, call.id),
      persona: call.persona,
      speed: call.speed,
      recordingPath: this.#dependencies.recordings.prepareWritePath(call.call_id),
    };
    return { job, agentVersion: trial ? null : agent.published_version };
  }

  #fail({ call_id }: CallRow, log: CallLog, reason: string): void {
    this.#pendingFailures.set(call_id, () => log.fail(reason));
    this.#storePendingFailures();
  }

  #storePendingFailures(): void {
    for (const [call_id, store] of this.#pendingFailures) {
      try {
        store();
        this.#pendingFailures.delete(call_id);
      } catch (error) {
        // Tried again with the next call, and when the workspace is opened the next time.
        this.#dependencies.context.log.error({ err: error, call: call_id }, 'cannot mark a call as failed');
      }
    }
  }

  #formatFailure(call: CallRow, error: unknown): string {
    if (error instanceof CallStoppedError) return error.message;
    if (error instanceof SourceDeletedError)
      return 'A source document was deleted during the call. Place the call again.';
    if (isStorageFull(error)) return 'The disk is full. Free some space and place the call again.';
    this.#dependencies.context.log.error({ err: error, call: call.call_id }, 'call failed');
    return 'Something went wrong during the call. Place the call again.';
  }

  #publishStatus({ call_id, org_id }: Pick<CallRow, 'call_id' | 'org_id'>, status: 'queued' | 'canceled'): void {
    this.#dependencies.events.publish({ type: 'call.changed', call_id, status }, org_id);
  }
}

/** The reason why a call was stopped, as a sentence for the user. */
class CallStoppedError extends Error {
  override readonly name = 'CallStoppedError';
}
