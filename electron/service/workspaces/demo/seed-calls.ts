import { copyFileSync } from 'node:fs';
import type { CallStatus } from '../../../../shared/call-status.ts';
import { doNotCallDispositions } from '../../../../shared/do-not-call.ts';
import {
  findCallByRowId,
  insertCall,
  insertEndedCall,
  updateCallStatus,
  type CallChanges,
} from '../../features/calls/call-queries.ts';
import { insertEntry } from '../../features/do-not-call/do-not-call-queries.ts';
import { insertNote } from '../../features/calls/note-queries.ts';
import { insertRecording, type RecordingStore } from '../../features/recordings/recording-store.ts';
import { indexTranscript, insertTurn, insertUnansweredQuestion } from '../../features/calls/turn-queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { NewDocument } from '../../features/knowledge/document-queries.ts';
import { interruptedReasons, type DemoCall } from './demo-call.ts';
import { getDelayUntilNow, resolveDemoTime } from './demo-time.ts';
import { planDemoHistory, type HistoryCall } from './history/plan-demo-history.ts';
import {
  readRecordedCall,
  getRecordingPath,
  deserializeRecording,
  type RecordedCall,
  type RecordedTurn,
} from './recorded-call.ts';

export type SeedCallsOptions = {
  readonly orgId: string;
  /** The time at which the demo is created. */
  readonly now: number;
  /** The day of the month on which billing cycles begin. */
  readonly anchorDay: number;
  /** Ids of the demo's agents by their names. */
  readonly agents: ReadonlyMap<string, string>;
  readonly documents: readonly Pick<NewDocument, 'documentId' | 'title' | 'fileName'>[];
  readonly recordings: RecordingStore;
};

/** The last calls have a recording, so that the first calls that a user opens can be played. */
const latestRecordedCalls = 2;

export type SeededCall = Pick<DemoCall, 'callId' | 'agent' | 'number'> & {
  readonly status: CallStatus;
  readonly placedAt: number;
  readonly endedAt: number;
  /** What was said, and the outcome, of a completed call. */
  readonly disposition?: string;
  readonly turns?: readonly RecordedTurn[];
};

type PlacedCall = {
  readonly call: DemoCall;
  readonly outcome: DemoCallOutcome;
  readonly placedAt: number;
};

/**
 * Stores the demo's calls with their shipped results, and the calls without a recording between them. Returns all in order of
 * placement. Call it in a transaction.
 */
export function seedCalls(
  db: Database,
  context: Context,
  { calls, hasHistory }: { readonly calls: readonly DemoCall[]; readonly hasHistory: boolean },
  options: SeedCallsOptions,
): readonly SeededCall[] {
  const { now, anchorDay } = options;
  const recorded = calls
    .map((call): PlacedCall => {
      const outcome = getOutcome(call);
      return { call, outcome, placedAt: resolveDemoTime({ ...call, durationMs: getDurationMs(outcome) }, now) };
    })
    .toSorted((a, b) => a.placedAt - b.placedAt);
  const delayed = delayLatest(recorded, now);
  const until = delayed.at(-latestRecordedCalls)?.placedAt;
  const history = !hasHistory || until === undefined ? [] : planDemoHistory({ now, anchorDay, until });
  return [...delayed, ...history]
    .toSorted((a, b) => a.placedAt - b.placedAt)
    .map((call) =>
      'outcome' in call ? seedRecordedCall(db, context, call, options) : seedHistoryCall(db, context, call, options),
    );
}

/** Moves the last calls closer to now, if they are on the same day. The calls without a recording are placed before them. */
function delayLatest(calls: readonly PlacedCall[], now: number): readonly PlacedCall[] {
  const latest = calls.slice(-latestRecordedCalls);
  const last = latest.at(-1);
  const days = new Set(latest.map(({ placedAt }) => new Date(placedAt).toDateString()));
  if (!last || days.size > 1 || latest.some(({ call }) => call.daysAgo > 0)) return calls;
  const delayMs = getDelayUntilNow({ ...last, endedAt: last.placedAt + getDurationMs(last.outcome) }, now);
  const delayed = latest.map((call) => ({ ...call, placedAt: call.placedAt + delayMs }));
  return [...calls.slice(0, -latestRecordedCalls), ...delayed];
}

function seedRecordedCall(
  db: Database,
  context: Context,
  { call, outcome, placedAt }: PlacedCall,
  options: SeedCallsOptions,
): SeededCall {
  const id = insertDemoCall(db, call, placedAt, options);
  finishDemoCall(db, id, outcome, { call, context, placedAt, options });
  if (outcome.status === 'completed') {
    copyFileSync(getRecordingPath(call.callId), options.recordings.prepareWritePath(call.callId));
    for (const { turn, text } of call.notes ?? []) {
      const at_ms = Math.round((outcome.turns[turn]?.startSeconds ?? 0) * 1000);
      const created_at = Math.min(options.now, placedAt + noteDelayMs);
      insertNote(db, id, { note_id: context.newId('note'), at_ms, text, created_at });
    }
  }
  const seeded = { ...call, status: outcome.status, placedAt, endedAt: placedAt + getDurationMs(outcome) };
  return outcome.status === 'completed'
    ? { ...seeded, disposition: outcome.disposition, turns: outcome.turns }
    : seeded;
}

function seedHistoryCall(db: Database, context: Context, call: HistoryCall, options: SeedCallsOptions): SeededCall {
  const isCompleted = call.status === 'completed';
  const id = insertEndedCall(db, {
    ...createCallFields(call, options),
    mode: 'simulated',
    persona: call.persona,
    created_at: call.placedAt,
    status: call.status,
    reason: isCompleted ? null : call.reason,
    disposition: isCompleted ? call.disposition : null,
    duration_seconds: isCompleted ? call.durationSeconds : 0,
    answered_at: call.answeredAt,
    ended_at: call.endedAt,
  });
  if (isCompleted) {
    insertTurns(db, id, call.turns, call.placedAt, options);
    indexTranscript(db, id);
    listNumber(db, context, call, options);
  }
  return call;
}

type DemoCallOutcome = RecordedCall | { readonly status: keyof typeof interruptedReasons; readonly reason: string };

/** Time from placing an incomplete call to its end. */
const incompleteDurationsMs = { no_answer: 34_000, busy: 3_000, canceled: 6_000, failed: 21_000 } as const;

const answerDelayMs = 4_000;

/** Time from placing a call to writing its notes. */
const noteDelayMs = 8 * 60 * 1000;

function getOutcome(call: DemoCall): DemoCallOutcome {
  if (call.recipient !== 'interrupted') return readRecordedCall(call.callId);
  return { status: call.status, reason: interruptedReasons[call.status] };
}

/** Returns the time from placing the call to its end. */
function getDurationMs(outcome: DemoCallOutcome): number {
  if (outcome.status !== 'completed') return incompleteDurationsMs[outcome.status];
  return Math.round(outcome.recording.durationSeconds * 1000);
}

/** Stores a queued call. */
function insertDemoCall(db: Database, call: DemoCall, placedAt: number, options: SeedCallsOptions): number {
  return insertCall(db, {
    ...createCallFields(call, options),
    mode: call.recipient === 'practice' ? 'practice' : 'simulated',
    persona: call.recipient === 'simulated' ? call.persona : null,
    created_at: placedAt,
  });
}

function createCallFields(
  { callId, agent, number, metadata }: Pick<DemoCall, 'callId' | 'agent' | 'number' | 'metadata'>,
  { orgId, agents }: SeedCallsOptions,
) {
  const agent_id = agents.get(agent);
  if (agent_id === undefined) throw new Error(`The demo has no agent “${agent}”.`);
  return {
    call_id: callId,
    org_id: orgId,
    agent_id,
    agent_name: agent,
    recipient_number: number,
    speed: 'fast',
    placed_by: 'window',
    metadata,
  } as const;
}

/** Moves a queued call through its statuses to its final one. */
function finishDemoCall(
  db: Database,
  id: number,
  outcome: DemoCallOutcome,
  {
    call,
    context,
    placedAt,
    options,
  }: {
    readonly call: DemoCall;
    readonly context: Context;
    readonly placedAt: number;
    readonly options: SeedCallsOptions;
  },
): void {
  const move = (to: CallStatus, changes?: CallChanges) => {
    const row = findCallByRowId(db, options.orgId, id);
    if (!row) throw new Error('A demo call is missing.');
    updateCallStatus(db, options.orgId, row, to, changes);
  };
  const endedAt = placedAt + getDurationMs(outcome);
  move('ringing');
  if (outcome.status === 'failed') move('in_progress', { answeredAt: placedAt + answerDelayMs });
  if (outcome.status !== 'completed') return move(outcome.status, { reason: outcome.reason, endedAt });
  const { disposition, durationSeconds, recording, turns } = outcome;
  move('in_progress', { answeredAt: endedAt - durationSeconds * 1000 });
  insertTurns(db, id, turns, placedAt, options);
  move('completed', { disposition, durationSeconds, endedAt });
  insertRecording(db, id, deserializeRecording(recording));
  indexTranscript(db, id);
  listNumber(db, context, { ...call, disposition, endedAt }, options);
}

function insertTurns(
  db: Database,
  id: number,
  turns: readonly RecordedTurn[],
  askedAt: number,
  options: SeedCallsOptions,
): void {
  for (const [position, { citations, ...turn }] of turns.entries()) {
    const cited = citations.map(({ file, ...passage }) => ({ ...getDemoDocument(file, options), ...passage }));
    insertTurn(db, id, position, { ...turn, citations: cited });
    if (turn.hasNoAnswer) insertUnansweredQuestion(db, id, position - 1, { orgId: options.orgId, askedAt });
  }
}

/** Adds the number of a recipient who does not want to be called again to the do-not-call list. */
function listNumber(
  db: Database,
  { newId }: Context,
  call: Pick<DemoCall, 'callId' | 'number'> & { readonly disposition: string; readonly endedAt: number },
  { orgId }: SeedCallsOptions,
): void {
  const reason = doNotCallDispositions[call.disposition];
  if (reason === undefined) return;
  insertEntry(db, orgId, {
    entry_id: newId('dnc'),
    recipient_number: call.number,
    reason,
    source: 'call',
    call_id: call.callId,
    added_at: call.endedAt,
  });
}

function getDemoDocument(file: string, { documents }: SeedCallsOptions) {
  const document = documents.find(({ fileName }) => fileName === file);
  if (!document) throw new Error(`The demo has no document ${file}.`);
  return { document_id: document.documentId, title: document.title };
}
