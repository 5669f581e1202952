import { findAgent } from '../agents/agent-queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import { findOrganization } from '../organizations/organization-queries.ts';
import { CallLog, SourceDeletedError } from './call-log.ts';
import type { CallMeter } from './call-meter.ts';
import { findCallByRowId, listUnfinishedCalls, updateCallStatus, readCallMetadata } from './call-queries.ts';
import { CallQueue, type CallPool } from './call-queue.ts';
import type { CallRow } from './call-row.ts';
import type { CallJob, CallTransport } from './call-transport.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { hasRecording } from '../recordings/recording-queries.ts';

/** A call whose sources are deleted under it again and again is given up. */
const maxAttempts = 3;

const programExitReason = 'The program ended while this call was going on.';

export type CallDependencies = {
  readonly events: EventPublisher;
  readonly context: Context;
  readonly recordings: RecordingStore;
  readonly meter: CallMeter;
  /** Carries the calls with a simulated recipient. */
  readonly simulation: CallTransport;
  readonly practice: CallTransport;
};

/** The calls of one open workspace: carries what is queued, and keeps what came of it. */
export class Calls {
  readonly #db: Database;
  readonly #dependencies: CallDependencies;
  readonly #queue: CallQueue;
  readonly #resumed: Promise<void>;
  readonly #closing = new AbortController();
  /** Marks calls as failed that could not be marked when they failed: there was no room on the disk, say. */
  readonly #pendingFailures = new Map<string, () => void>();

  constructor(db: Database, engines: CallDependencies) {
    this.#db = db;
    this.#dependencies = engines;
    this.#queue = new CallQueue((id, signal) => this.#run(id, signal));
    this.#failInterrupted();
    this.#resumed = this.#resume();
    this.#resumed.catch((error: unknown) =>
      engines.context.log.error({ err: error }, 'recordings of an earlier run could not be tidied up'),
    );
  }

  /** Starts a queued call when the open transaction commits. */
  start(call: Pick<CallRow, 'id' | 'call_id' | 'org_id' | 'mode' | 'speed' | 'placed_by'>): void {
    this.#publishStatus(call, 'queued');
    this.#db.afterCommit(() => this.#enqueue(call));
  }

  /** Cancels a call that has not ended, and stops it when the open transaction commits. */
  cancel(call: CallRow): void {
    const reason = 'It was canceled.';
    updateCallStatus(this.#db, call, 'canceled', { reason, endedAt: this.#dependencies.context.now() });
    this.#publishStatus(call, 'canceled');
    this.#db.afterCommit(() => void this.#queue.stop(call.id, new CallStoppedError(reason)));
  }

  /** What goes on ends as failed, and says so; what is queued is carried when the workspace is opened next. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#resumed.catch(() => {}); // already logged
    await this.#queue.close(new CallStoppedError('The program was closed while this call was going on.'));
  }

  /** What was live when an earlier run ended cannot be taken up again. */
  #failInterrupted(): void {
    const { now } = this.#dependencies.context;
    const live = listUnfinishedCalls(this.#db).filter(({ status }) => status !== 'queued');
    if (live.length === 0) return;
    this.#db.transaction(() => {
      for (const call of live)
        updateCallStatus(this.#db, call, 'failed', { reason: programExitReason, endedAt: now() });
    });
  }

  async #resume(): Promise<void> {
    // What is queued from here on is added by `start`.
    const queued = listUnfinishedCalls(this.#db);
    try {
      await this.#dependencies.recordings.removeOrphans((callId) => hasRecording(this.#db, callId));
    } finally {
      for (const call of queued) if (!this.#closing.signal.aborted) this.#enqueue(call);
    }
  }

  #enqueue({ id, mode, speed, placed_by }: Pick<CallRow, 'id' | 'mode' | 'speed' | 'placed_by'>): void {
    const pool: CallPool = mode === 'practice' ? 'practice' : speed;
    // Not before the sweep, which would take the file of a call that goes on for a leftover.
    void this.#resumed.catch(() => {}).then(() => this.#queue.add({ id, pool: pool, lane: placed_by }));
  }

  async #run(id: number, signal: AbortSignal): Promise<void> {
    this.#storePendingFailures();
    const call = findCallByRowId(this.#db, id);
    if (call?.status !== 'queued') return;
    const log = new CallLog({ db: this.#db, ...this.#dependencies }, call, signal);
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
      // It is cleared when the workspace is opened next.
      this.#dependencies.context.log.error(
        { err: error, call: call_id },
        'the file of a failed call could not be removed',
      );
    }
  }

  async #runToEnd(call: CallRow, log: CallLog, signal: AbortSignal): Promise<void> {
    const isTyped = call.mode === 'practice';
    const transport = isTyped ? this.#dependencies.practice : this.#dependencies.simulation;
    const job = this.#createJob(call);
    for (let attempt = 1; ; attempt++) {
      const speed = attempt === 1 ? job.speed : 'fast';
      try {
        return log.end(await transport.run({ ...job, speed: speed }, log, signal));
      } catch (error) {
        // What a person has said cannot be said again for them.
        if (!(error instanceof SourceDeletedError) || isTyped) throw error;
        log.restart();
        if (attempt === maxAttempts) throw error;
      }
    }
  }

  #createJob(call: CallRow): CallJob {
    const agent = findAgent(this.#db, call.org_id, call.agent_id);
    if (!agent) throw new Error(`${call.call_id} has no agent.`);
    return {
      callId: call.call_id,
      orgId: call.org_id,
      organizationName: findOrganization(this.#db, call.org_id)?.name ?? '',
      agent,
      metadata: readCallMetadata(this.#db, call.id),
      persona: call.persona,
      speed: call.speed,
      recordingPath: this.#dependencies.recordings.prepareWritePath(call.call_id),
    };
  }

  #fail({ call_id }: CallRow, log: CallLog, reason: string): void {
    this.#pendingFailures.set(call_id, () => log.fail(reason));
    this.#storePendingFailures();
  }

  #storePendingFailures(): void {
    for (const [call_id, mark] of this.#pendingFailures) {
      try {
        mark();
        this.#pendingFailures.delete(call_id);
      } catch (cause) {
        // It is tried again with the next call, and at the latest when the workspace is opened next.
        const { log } = this.#dependencies.context;
        log.error({ err: cause, call: call_id }, 'a failed call could not be marked as such');
      }
    }
  }

  #formatFailure(call: CallRow, error: unknown): string {
    if (error instanceof CallStoppedError) return error.message;
    if (error instanceof SourceDeletedError)
      return 'A document that the agent answered from was deleted during the call.';
    if (isStorageFull(error)) return 'The disk is full. Free some space and place the call again.';
    this.#dependencies.context.log.error({ err: error, call: call.call_id }, 'a call failed');
    return 'It failed in a way that was not foreseen. Place the call again.';
  }

  #publishStatus({ call_id, org_id }: Pick<CallRow, 'call_id' | 'org_id'>, status: 'queued' | 'canceled'): void {
    this.#dependencies.events.publish({ type: 'call.changed', call_id, status }, org_id);
  }
}

/** Why a call was ended from outside; the message is written for the admin. */
class CallStoppedError extends Error {
  override readonly name = 'CallStoppedError';
}
