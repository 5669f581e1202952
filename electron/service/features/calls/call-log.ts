import type { AgentDefinition, AgentQuestion } from '../../../../shared/agents/agent-definition.ts';
import { isCallEnded, type CallStatus } from '../../../../shared/calls/call-status.ts';
import type { Passage } from '../../../../shared/knowledge/knowledge.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { addNumberByDisposition } from '../do-not-call/do-not-call-list.ts';
import { insertRecording } from '../recordings/recording-store.ts';
import { indexTranscripts } from './call-index-queries.ts';
import { findCallByRowId, updateCallStatus, type CallChanges, type CallRow } from './call-queries.ts';
import type { AgentSpeech, CallAnswer, CallOutcome, CallProgress, CallTurn } from './call-transport.ts';
import { storeFollowUps } from './follow-ups/store-follow-ups.ts';
import { deleteCapturedFields, insertUnansweredField, upsertCapturedField } from './outcome/captured-field-queries.ts';
import { chooseOutcome } from './outcome/choose-outcome.ts';
import { recordOutcome } from './outcome/correction-queries.ts';
import {
  areSourcesActive,
  cutTurn,
  deleteTurn,
  deleteTurns,
  findCitation,
  insertTurn,
  insertUnansweredQuestion,
  isDocumentActive,
  type Citation,
} from './turn-queries.ts';

/** Counts the minutes of a completed call for billing, unless it is free. Runs in the transaction that completes the call, so that it counts once. */
export type CallMeter = (
  call: Pick<CallRow, 'id' | 'org_id' | 'mode'>,
  completed: { readonly durationSeconds: number; readonly endedAt: number },
) => void;

export type CallLogDependencies = {
  readonly db: Database;
  readonly events: EventPublisher;
  readonly context: Context;
  readonly meter: CallMeter;
  /** Called in the transaction that adds the number of this call to the do-not-call list. */
  readonly onNumberListed: () => void;
};

/** A source document of a question or an answer was deleted before the turn could be stored. */
export class SourceDeletedError extends Error {
  override readonly name = 'SourceDeletedError';
}

/** Stores the progress of one call: commits each report, then publishes it. Throws the reason of `signal` after it is aborted. */
export class CallLog implements CallProgress {
  readonly #dependencies: CallLogDependencies;
  readonly #call: CallRow;
  readonly #signal: AbortSignal;
  /** The version of the agent that speaks; null for a draft. Set before the call starts. */
  agentVersion: number | null = null;
  #turnCount = 0;
  /** The documents from which the simulated recipient's questions were generated, and which they can quote. */
  readonly #questionDocumentIds = new Set<string>();

  constructor(dependencies: CallLogDependencies, call: CallRow, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#call = call;
    this.#signal = signal;
  }

  readonly reportRinging = (): void => {
    this.#signal.throwIfAborted();
    if (this.#readCall().status === 'queued') this.#updateStatus('ringing', { agentVersion: this.agentVersion });
  };

  readonly reportAnswered = (): void => {
    this.#signal.throwIfAborted();
    if (this.#readCall().status === 'ringing')
      this.#updateStatus('in_progress', { answeredAt: this.#dependencies.context.now() });
  };

  readonly addTurn = (turn: CallTurn, questionDocumentId: string | null = null): number => {
    this.#signal.throwIfAborted();
    if (questionDocumentId !== null) this.#questionDocumentIds.add(questionDocumentId);
    const { db, events, context } = this.#dependencies;
    const { id, call_id, org_id } = this.#call;
    const position = this.#turnCount;
    db.bulkTransaction(() => {
      insertTurn(db, id, position, { ...turn, citations: turn.passages.map(this.#createCitation) });
      if (!areSourcesActive(db, id, position) || !this.#areQuestionSourcesActive()) throw new SourceDeletedError();
      if (turn.hasNoAnswer && position > 0 && !this.#isTrial)
        insertUnansweredQuestion(db, id, position - 1, { orgId: org_id, askedAt: context.now() });
      events.publish({ type: 'call.turn_added', call_id, position }, org_id);
    });
    this.#turnCount += 1;
    return position;
  };

  readonly reportSpeech = (speech: AgentSpeech): void => {
    const { call_id, org_id } = this.#call;
    this.#dependencies.events.publish({ type: 'call.speech_added', call_id, ...speech }, org_id);
  };

  readonly cutTurn: CallProgress['cutTurn'] = (position, heard): void => {
    this.#signal.throwIfAborted();
    const { db, events } = this.#dependencies;
    const { id, call_id, org_id } = this.#call;
    if (position !== this.#turnCount - 1) throw new RangeError('Only the last turn can be interrupted.');
    db.bulkTransaction(() => {
      if (heard) cutTurn(db, id, position, heard);
      else deleteTurn(db, id, position);
      events.publish({ type: 'call.turn_added', call_id, position }, org_id);
    });
    if (!heard) this.#turnCount -= 1;
  };

  readonly captureAnswer = (question: AgentQuestion, { spoken, value, turn }: CallAnswer): void => {
    this.#signal.throwIfAborted();
    const { db } = this.#dependencies;
    db.bulkTransaction(() => upsertCapturedField(db, this.#call.id, question, { spoken, value, answered_in: turn }));
  };

  /** Deletes the turns and captured fields before another attempt. */
  restart(): void {
    const { db } = this.#dependencies;
    db.bulkTransaction(() => {
      deleteTurns(db, this.#call.id);
      deleteCapturedFields(db, this.#call.id);
    });
    this.#turnCount = 0;
    this.#questionDocumentIds.clear();
    this.#publishStatus(this.#readCall().status);
  }

  /**
   * Ends the call in one transaction. Throws SourceDeletedError and changes nothing if a source was deleted during the
   * call. A practice call is kept in this case, because the user has heard its answers.
   */
  end(outcome: CallOutcome, { outcomes, questions }: Pick<AgentDefinition, 'outcomes' | 'questions'>): void {
    this.#signal.throwIfAborted();
    const { db, context, events, meter, onNumberListed } = this.#dependencies;
    const call = this.#readCall();
    const { org_id } = call;
    const endedAt = context.now();
    db.transaction(() => {
      this.#publishStatus(outcome.status);
      if (outcome.status !== 'completed')
        return updateCallStatus(db, org_id, call, outcome.status, { reason: outcome.reason, endedAt });
      const canKeep = call.mode === 'practice' || (areSourcesActive(db, call.id) && this.#areQuestionSourcesActive());
      if (!canKeep) throw new SourceDeletedError();
      const { recording } = outcome;
      const durationSeconds = Math.max(1, Math.round(outcome.talkSeconds));
      const chosen = chooseOutcome(outcome.disposition, outcomes);
      updateCallStatus(db, org_id, call, 'completed', { ...chosen, durationSeconds, endedAt });
      for (const [position, question] of questions.entries()) insertUnansweredField(db, call.id, position, question);
      if (questions.length > 0 && !this.#isTrial) recordOutcome(db, call);
      insertRecording(db, call.id, recording);
      indexTranscripts(db, [call.id]);
      if (storeFollowUps(db, call, endedAt))
        events.publish({ type: 'follow_ups.changed', call_id: call.call_id }, org_id);
      meter(call, { durationSeconds, endedAt });
      if (addNumberByDisposition(this.#dependencies, org_id, call, outcome.disposition)) onNumberListed();
    });
  }

  /** Marks the call as failed unless it has ended, even after the signal was aborted. */
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
      updateCallStatus(db, this.#call.org_id, this.#readCall(), to, changes);
      this.#publishStatus(to);
    });
  }

  #publishStatus(status: CallStatus): void {
    const { call_id, org_id } = this.#call;
    this.#dependencies.events.publish({ type: 'call.changed', call_id, status }, org_id);
  }

  /** A trial leaves nothing but the call itself. */
  get #isTrial(): boolean {
    return this.#call.is_trial === 1;
  }

  #readCall(): CallRow {
    return findCallByRowId(this.#dependencies.db, this.#call.org_id, this.#call.id) ?? this.#call;
  }
}
