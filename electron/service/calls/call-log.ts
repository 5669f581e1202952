import { isOver, type CallStatus } from '../../../shared/call-status.ts';
import type { Passage } from '../../../shared/knowledge.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { EventHub } from '../events/event-hub.ts';
import type { CallMeter } from './call-meter.ts';
import { findCallByRow, moveCall, type CallChanges } from './call-queries.ts';
import type { CallRow } from './call-row.ts';
import type { CallEnd, CallSteps, SaidTurn } from './call-transport.ts';
import { insertRecording } from './recording-queries.ts';
import {
  areSourcesActive,
  citePassage,
  deleteTurns,
  indexTurns,
  insertTurn,
  isDocumentActive,
  type Citation,
} from './turn-queries.ts';

export type CallLogEngines = {
  readonly db: Database;
  readonly hub: EventHub;
  readonly context: Context;
  readonly meter: CallMeter;
};

/** A document that a turn was answered, or asked, from has been deleted before the turn could be kept. */
export class SourcesGone extends Error {
  override readonly name = 'SourcesGone';
}

/** Writes one call down as it goes: each step is committed, then told. A step after `signal` has been aborted is refused. */
export class CallLog implements CallSteps {
  readonly #engines: CallLogEngines;
  readonly #call: CallRow;
  readonly #signal: AbortSignal;
  #turns = 0;
  /** Documents that the simulated recipient's questions were made of: their words are as good as quoted. */
  readonly #askedFrom = new Set<string>();

  constructor(engines: CallLogEngines, call: CallRow, signal: AbortSignal) {
    this.#engines = engines;
    this.#call = call;
    this.#signal = signal;
  }

  readonly ringing = (): void => {
    this.#signal.throwIfAborted();
    if (this.#current().status === 'queued') this.#move('ringing');
  };

  readonly answered = (): void => {
    this.#signal.throwIfAborted();
    if (this.#current().status === 'ringing') this.#move('in_progress', { answeredAt: this.#engines.context.now() });
  };

  readonly said = (turn: SaidTurn, askedFrom: string | null = null): number => {
    this.#signal.throwIfAborted();
    if (askedFrom !== null) this.#askedFrom.add(askedFrom);
    const { db, hub } = this.#engines;
    const { id, call_id, org_id } = this.#call;
    const position = this.#turns;
    db.bulkTransaction(() => {
      insertTurn(db, id, position, { ...turn, citations: turn.passages.map(this.#cite) });
      if (!areSourcesActive(db, id, position) || !this.#canBeAsked()) throw new SourcesGone();
    });
    this.#turns += 1;
    hub.publish({ type: 'call.turn', call_id, position }, org_id);
    return position;
  };

  /** Forgets what was said, for a call that is made again. */
  restart(): void {
    const { db } = this.#engines;
    db.bulkTransaction(() => deleteTurns(db, this.#call.id));
    this.#turns = 0;
    this.#askedFrom.clear();
    this.#tell(this.#current().status);
  }

  /**
   * Ends the call in one transaction. Throws SourcesGone, and changes nothing, where what it was answered from has been
   * deleted meanwhile; but what a person was told while it stood is kept.
   */
  end(end: CallEnd): void {
    this.#signal.throwIfAborted();
    const { db, context, meter } = this.#engines;
    const call = this.#current();
    const endedAt = context.now();
    const tellMinutes = db.transaction(() => {
      if (end.status !== 'completed') return moveCall(db, call, end.status, { reason: end.reason, endedAt });
      const areKept = call.recipient === 'typed' || (areSourcesActive(db, call.id) && this.#canBeAsked());
      if (!areKept) throw new SourcesGone();
      const durationSeconds = Math.max(1, Math.round(end.talkSeconds));
      moveCall(db, call, 'completed', { disposition: end.disposition, durationSeconds, endedAt });
      insertRecording(db, call.id, end.recording);
      indexTurns(db, call.id);
      return meter(call, { durationSeconds, endedAt });
    });
    this.#tell(end.status);
    tellMinutes?.();
  }

  /** Ends the call as failed, unless it is over; also once the signal has been aborted. */
  fail(reason: string): void {
    if (!isOver(this.#current().status)) this.#move('failed', { reason, endedAt: this.#engines.context.now() });
  }

  readonly #cite = (passage: Passage): Citation => {
    const citation = citePassage(this.#engines.db, passage);
    if (!citation) throw new SourcesGone();
    return citation;
  };

  #canBeAsked(): boolean {
    return [...this.#askedFrom].every((documentId) => isDocumentActive(this.#engines.db, documentId));
  }

  #move(to: CallStatus, changes?: CallChanges): void {
    const { db } = this.#engines;
    db.transaction(() => moveCall(db, this.#current(), to, changes));
    this.#tell(to);
  }

  #tell(status: CallStatus): void {
    const { call_id, org_id } = this.#call;
    this.#engines.hub.publish({ type: 'call.changed', call_id, status }, org_id);
  }

  #current(): CallRow {
    return findCallByRow(this.#engines.db, this.#call.id) ?? this.#call;
  }
}
