import { findAgent } from '../agents/queries.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { EventHub } from '../events/event-hub.ts';
import { isStorageFull } from '../http/to-problem.ts';
import { findOrganization } from '../organizations/queries.ts';
import { CallLog, SourcesGone } from './call-log.ts';
import type { CallMeter } from './call-meter.ts';
import { findCallByRow, listUnfinished, moveCall, readMetadata } from './call-queries.ts';
import { CallQueue, type CallKind } from './call-queue.ts';
import type { CallRow } from './call-row.ts';
import type { CallToCarry, CallTransport } from './call-transport.ts';
import { RecordingFiles } from './recording-files.ts';
import { isRecorded } from './recording-queries.ts';
import type { TypedRehearsals } from './typed-rehearsals.ts';

/** A call whose sources are deleted under it again and again is given up. */
const attemptsMax = 3;

const programEnded = 'The program ended while this call was going on.';

export type CallEngines = {
  readonly hub: EventHub;
  readonly context: Context;
  readonly meter: CallMeter;
  /** Carries the calls with a simulated recipient. */
  readonly simulated: CallTransport;
  readonly typed: TypedRehearsals;
};

/** The calls of one open workspace: carries what is queued, and keeps what came of it. */
export class Calls {
  readonly recordings: RecordingFiles;
  readonly typed: TypedRehearsals;
  readonly #db: Database;
  readonly #engines: CallEngines;
  readonly #queue: CallQueue;
  readonly #resumed: Promise<void>;
  readonly #closing = new AbortController();
  /** Marks calls as failed that could not be marked when they failed: there was no room on the disk, say. */
  readonly #unmarked = new Map<string, () => void>();

  constructor(db: Database, workspaceDir: string, engines: CallEngines) {
    this.#db = db;
    this.#engines = engines;
    this.typed = engines.typed;
    this.recordings = new RecordingFiles(workspaceDir);
    this.#queue = new CallQueue((id, signal) => this.#carry(id, signal));
    this.#failLive();
    this.#resumed = this.#resume();
    this.#resumed.catch((error: unknown) =>
      engines.context.log.error({ err: error }, 'recordings of an earlier run could not be tidied up'),
    );
  }

  /** Begins a call whose row has been committed as queued. */
  start(call: Pick<CallRow, 'id' | 'call_id' | 'org_id' | 'recipient' | 'pace' | 'placed_by'>): void {
    this.#tell(call, 'queued');
    this.#enqueue(call);
  }

  /** Cancels a call that is not over: to be called in a transaction; `stopCanceled` follows its commit. */
  cancel(call: CallRow): void {
    const reason = 'It was canceled.';
    moveCall(this.#db, call, 'canceled', { reason, endedAt: this.#engines.context.now() });
  }

  async stopCanceled(call: CallRow): Promise<void> {
    this.#tell(call, 'canceled');
    await this.#queue.stop(call.id, new CallStopped('It was canceled.'));
  }

  /** What goes on ends as failed, and says so; what is queued is carried when the workspace is opened next. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#resumed.catch(() => {}); // already logged
    await this.#queue.close(new CallStopped('The program was closed while this call was going on.'));
  }

  /** What was live when an earlier run ended cannot be taken up again. */
  #failLive(): void {
    const { now } = this.#engines.context;
    const live = listUnfinished(this.#db).filter(({ status }) => status !== 'queued');
    if (live.length === 0) return;
    this.#db.transaction(() => {
      for (const call of live) moveCall(this.#db, call, 'failed', { reason: programEnded, endedAt: now() });
    });
  }

  async #resume(): Promise<void> {
    // What is queued from here on is added by `start`.
    const queued = listUnfinished(this.#db);
    try {
      await this.recordings.sweep((callId) => isRecorded(this.#db, callId));
    } finally {
      for (const call of queued) if (!this.#closing.signal.aborted) this.#enqueue(call);
    }
  }

  #enqueue({ id, recipient, pace, placed_by }: Pick<CallRow, 'id' | 'recipient' | 'pace' | 'placed_by'>): void {
    const kind: CallKind = recipient === 'typed' ? 'typed' : pace;
    // Not before the sweep, which would take the file of a call that goes on for a leftover.
    void this.#resumed.catch(() => {}).then(() => this.#queue.add({ id, kind, lane: placed_by }));
  }

  async #carry(id: number, signal: AbortSignal): Promise<void> {
    this.#markFailed();
    const call = findCallByRow(this.#db, id);
    if (call?.status !== 'queued') return;
    const log = new CallLog({ db: this.#db, ...this.#engines }, call, signal);
    try {
      await this.#carryToEnd(call, log, signal);
    } catch (error) {
      this.#fail(call, log, this.#explain(call, error));
      await this.#removeFile(call);
    }
  }

  async #removeFile({ call_id }: CallRow): Promise<void> {
    try {
      await this.recordings.remove(call_id);
    } catch (error) {
      // It is cleared when the workspace is opened next.
      this.#engines.context.log.error({ err: error, call: call_id }, 'the file of a failed call could not be removed');
    }
  }

  async #carryToEnd(call: CallRow, log: CallLog, signal: AbortSignal): Promise<void> {
    const isTyped = call.recipient === 'typed';
    const transport = isTyped ? this.#engines.typed : this.#engines.simulated;
    const toCarry = this.#describe(call);
    for (let attempt = 1; ; attempt++) {
      const pace = attempt === 1 ? toCarry.pace : 'fast';
      try {
        return log.end(await transport.carry({ ...toCarry, pace }, log, signal));
      } catch (error) {
        // What a person has said cannot be said again for them.
        if (!(error instanceof SourcesGone) || isTyped) throw error;
        log.restart();
        if (attempt === attemptsMax) throw error;
      }
    }
  }

  #describe(call: CallRow): CallToCarry {
    const agent = findAgent(this.#db, call.org_id, call.agent_id);
    if (!agent) throw new Error(`${call.call_id} has no agent.`);
    return {
      callId: call.call_id,
      orgId: call.org_id,
      organizationName: findOrganization(this.#db, call.org_id)?.name ?? '',
      agent,
      metadata: readMetadata(this.#db, call.id),
      persona: call.persona,
      pace: call.pace,
      recordingPath: this.recordings.placeFor(call.call_id),
    };
  }

  #fail({ call_id }: CallRow, log: CallLog, reason: string): void {
    this.#unmarked.set(call_id, () => log.fail(reason));
    this.#markFailed();
  }

  #markFailed(): void {
    for (const [call_id, mark] of this.#unmarked) {
      try {
        mark();
        this.#unmarked.delete(call_id);
      } catch (cause) {
        // It is tried again with the next call, and at the latest when the workspace is opened next.
        const { log } = this.#engines.context;
        log.error({ err: cause, call: call_id }, 'a failed call could not be marked as such');
      }
    }
  }

  #explain(call: CallRow, error: unknown): string {
    if (error instanceof CallStopped) return error.message;
    if (error instanceof SourcesGone) return 'A document that the agent answered from was deleted during the call.';
    if (isStorageFull(error)) return 'The disk is full. Free some space and place the call again.';
    this.#engines.context.log.error({ err: error, call: call.call_id }, 'a call failed');
    return 'It failed in a way that was not foreseen. Place the call again.';
  }

  #tell({ call_id, org_id }: Pick<CallRow, 'call_id' | 'org_id'>, status: 'queued' | 'canceled'): void {
    this.#engines.hub.publish({ type: 'call.changed', call_id, status }, org_id);
  }
}

/** Why a call was ended from outside; the message is written for the admin. */
class CallStopped extends Error {
  override readonly name = 'CallStopped';
}
