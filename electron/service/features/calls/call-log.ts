import { isCallEnded, type CallStatus } from '../../../../shared/call-status.ts';
import type { Passage } from '../../../../shared/knowledge.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { CallMeter } from './call-meter.ts';
import { findCallByRowId, updateCallStatus, type CallChanges } from './call-queries.ts';
import type { CallRow } from './call-row.ts';
import type { CallOutcome, CallProgress, CallTurn } from './call-transport.ts';
import { insertRecording } from '../recordings/recording-queries.ts';
import {
  areSourcesActive,
  findCitation,
  deleteTurns,
  indexTranscript,
  insertTurn,
  isDocumentActive,
  type Citation,
} from './turn-queries.ts';

export type CallLogDependencies = {
  readonly db: Database;
  readonly events: EventPublisher;
  readonly context: Context;
  readonly meter: CallMeter;
};

/** A document that a turn was answered, or asked, from has been deleted before the turn could be kept. */
export class SourceDeletedError extends Error {
  override readonly name = 'SourceDeletedError';
}

/** Writes one call down as it goes: each step is committed, then told. A step after `signal` has been aborted is refused. */
export class CallLog implements CallProgress {
  readonly #dependencies: CallLogDependencies;
  readonly #call: CallRow;
  readonly #signal: AbortSignal;
  #turnCount = 0;
  /** Documents that the simulated recipient's questions were made of: their words are as good as quoted. */
  readonly #questionDocumentIds = new Set<string>();

  constructor(engines: CallLogDependencies, call: CallRow, signal: AbortSignal) {
    this.#dependencies = engines;
    this.#call = call;
    this.#signal = signal;
  }

  readonly reportRinging = (): void => {
    this.#signal.throwIfAborted();
    if (this.#readCall().status === 'queued') this.#updateStatus('ringing');
  };

  readonly reportAnswered = (): void => {
    this.#signal.throwIfAborted();
    if (this.#readCall().status === 'ringing')
      this.#updateStatus('in_progress', { answeredAt: this.#dependencies.context.now() });
  };

  readonly addTurn = (turn: CallTurn, askedFrom: string | null = null): number => {
    this.#signal.throwIfAborted();
    if (askedFrom !== null) this.#questionDocumentIds.add(askedFrom);
    const { db, events } = this.#dependencies;
    const { id, call_id, org_id } = this.#call;
    const position = this.#turnCount;
    db.bulkTransaction(() => {
      insertTurn(db, id, position, { ...turn, citations: turn.passages.map(this.#createCitation) });
      if (!areSourcesActive(db, id, position) || !this.#areQuestionSourcesActive()) throw new SourceDeletedError();
      events.publish({ type: 'call.turn_added', call_id, position }, org_id);
    });
    this.#turnCount += 1;
    return position;
  };

  /** Forgets what was said, for a call that is made again. */
  restart(): void {
    const { db } = this.#dependencies;
    db.bulkTransaction(() => deleteTurns(db, this.#call.id));
    this.#turnCount = 0;
    this.#questionDocumentIds.clear();
    this.#publishStatus(this.#readCall().status);
  }

  /**
   * Ends the call in one transaction. Throws SourceDeletedError, and changes nothing, where what it was answered from has been
   * deleted meanwhile; but what a person was told while it stood is kept.
   */
  end(end: CallOutcome): void {
    this.#signal.throwIfAborted();
    const { db, context, meter } = this.#dependencies;
    const call = this.#readCall();
    const endedAt = context.now();
    db.transaction(() => {
      this.#publishStatus(end.status);
      if (end.status !== 'completed') return updateCallStatus(db, call, end.status, { reason: end.reason, endedAt });
      const areSourcesKept =
        call.mode === 'practice' || (areSourcesActive(db, call.id) && this.#areQuestionSourcesActive());
      if (!areSourcesKept) throw new SourceDeletedError();
      const durationSeconds = Math.max(1, Math.round(end.talkSeconds));
      updateCallStatus(db, call, 'completed', { disposition: end.disposition, durationSeconds, endedAt });
      insertRecording(db, call.id, end.recording);
      indexTranscript(db, call.id);
      meter(call, { durationSeconds, endedAt });
    });
  }

  /** Ends the call as failed, unless it is over; also once the signal has been aborted. */
  fail(reason: string): void {
    if (!isCallEnded(this.#readCall().status))
      this.#updateStatus('failed', { reason, endedAt: this.#dependencies.context.now() });
  }

  readonly #createCitation = (passage: Passage): Citation => {
    const citation = findCitation(this.#dependencies.db, passage);
    if (!citation) throw new SourceDeletedError();
    return citation;
  };

  #areQuestionSourcesActive(): boolean {
    return [...this.#questionDocumentIds].every((documentId) => isDocumentActive(this.#dependencies.db, documentId));
  }

  #updateStatus(to: CallStatus, changes?: CallChanges): void {
    const { db } = this.#dependencies;
    db.transaction(() => {
      updateCallStatus(db, this.#readCall(), to, changes);
      this.#publishStatus(to);
    });
  }

  #publishStatus(status: CallStatus): void {
    const { call_id, org_id } = this.#call;
    this.#dependencies.events.publish({ type: 'call.changed', call_id, status }, org_id);
  }

  #readCall(): CallRow {
    return findCallByRowId(this.#dependencies.db, this.#call.id) ?? this.#call;
  }
}
