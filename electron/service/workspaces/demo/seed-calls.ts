import { findDoNotCallReason } from '../../../../shared/calls/do-not-call.ts';
import { countQuestions } from '../../../../shared/calls/split-turn.ts';
import { indexTranscripts } from '../../features/calls/call-index-queries.ts';
import { insertUnansweredField, upsertCapturedField } from '../../features/calls/outcome/captured-field-queries.ts';
import { recordOutcome } from '../../features/calls/outcome/correction-queries.ts';
import { insertEndedCalls, type EndedCall } from '../../features/calls/call-queries.ts';
import { insertEntry } from '../../features/do-not-call/do-not-call-queries.ts';
import { insertNote } from '../../features/calls/note-queries.ts';
import { createSeededNote } from './seed-reviews.ts';
import { insertRecording, type RecordingStore } from '../../features/recordings/recording-store.ts';
import type { FinishedRecording } from '../../features/speech/recorder.ts';
import { storeFollowUps } from '../../features/calls/follow-ups/store-follow-ups.ts';
import { storeTalk, insertTurn, insertUnansweredQuestion } from '../../features/calls/turn-queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { copyPrivateFile } from '../../platform/files/private-files.ts';
import type { NewDocument } from '../../features/knowledge/document-queries.ts';
import { interruptedReasons, type DemoCall } from './demo-call.ts';
import { demoAgents } from './demo-organization.ts';
import { getDelayUntilNow, resolveDemoTime } from './demo-time.ts';
import { planDemoHistory, type HistoryCall } from './history/plan-demo-history.ts';
import { readRecordedCall, getRecordingPath, deserializeRecording, type RecordedCall } from './recorded-call.ts';

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

/** The number of calls with open follow-ups. */
const latestFollowUps = 4;

/** A call as it is to be stored, with the parts that only a call with a recording has. */
export type SeededCall = HistoryCall & {
  readonly mode: 'simulated' | 'practice';
  readonly recording?: FinishedRecording;
  readonly notes?: DemoCall['notes'];
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
  context: Pick<Context, 'newId'>,
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
  const planned = [
    ...delayed.map(planRecordedCall),
    ...history.map((call): SeededCall => ({ ...call, mode: 'simulated' })),
  ].toSorted((a, b) => a.placedAt - b.placedAt);
  const ids = insertEndedCalls(
    db,
    planned.map((call) => toEndedCall(call, options)),
  );
  for (const [index, call] of planned.entries()) storeContent(db, context, ids[index] ?? 0, call, options);
  indexTranscripts(
    db,
    ids.filter((_, index) => planned[index]?.status === 'completed'),
  );
  // Calls of the history share most of their turns.
  const count = remember(countQuestions);
  for (const id of ids) storeTalk(db, id, { count });
  storeLatestFollowUps(db, ids, planned, options.orgId);
  return planned;
}

/** Returns the function with its results kept: it runs once for each text. */
function remember(compute: (text: string) => number): (text: string) => number {
  const results = new Map<string, number>();
  return (text) => {
    const result = results.get(text) ?? compute(text);
    results.set(text, result);
    return result;
  };
}

/** Stores the follow-ups of the last calls that have some: the follow-ups of earlier calls would be done. */
function storeLatestFollowUps(
  db: Database,
  ids: readonly number[],
  calls: readonly SeededCall[],
  org_id: string,
): void {
  let stored = 0;
  for (const [index, call] of [...calls.entries()].toReversed()) {
    if (stored === latestFollowUps) return;
    if (storeFollowUps(db, { id: ids[index] ?? 0, org_id }, call.endedAt)) stored += 1;
  }
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

/** The times follow from the shipped result. */
function planRecordedCall({ call, outcome, placedAt }: PlacedCall): SeededCall {
  const { callId, agent, number, metadata, notes = [] } = call;
  const endedAt = placedAt + getDurationMs(outcome);
  const planned = {
    callId,
    agent,
    number,
    metadata,
    placedAt,
    endedAt,
    mode: call.recipient === 'practice' ? 'practice' : 'simulated',
    persona: call.recipient === 'simulated' ? call.persona : null,
  } as const;
  if (outcome.status !== 'completed')
    return { ...planned, ...outcome, answeredAt: outcome.status === 'failed' ? placedAt + answerDelayMs : null };
  const { recording, durationSeconds } = outcome;
  const answeredAt = endedAt - durationSeconds * 1000;
  return { ...planned, ...outcome, answeredAt, recording: deserializeRecording(recording), notes };
}

function toEndedCall(call: SeededCall, { orgId, agents }: SeedCallsOptions): EndedCall {
  const agent_id = agents.get(call.agent);
  if (agent_id === undefined) throw new Error(`The demo has no agent “${call.agent}”.`);
  const isCompleted = call.status === 'completed';
  return {
    call_id: call.callId,
    org_id: orgId,
    agent_id,
    agent_name: call.agent,
    recipient_number: call.number,
    mode: call.mode,
    persona: call.persona,
    speed: 'fast',
    placed_by: 'window',
    created_at: call.placedAt,
    metadata: call.metadata,
    status: call.status,
    reason: isCompleted ? null : call.reason,
    disposition: isCompleted ? call.disposition : null,
    duration_seconds: isCompleted ? call.durationSeconds : 0,
    answered_at: call.answeredAt,
    ended_at: call.endedAt,
    agent_version: 1,
  };
}

type CompletedCall = Extract<SeededCall, { readonly status: 'completed' }>;

/** Stores what was said in a call, with its recording and its notes. */
function storeContent(
  db: Database,
  context: Pick<Context, 'newId'>,
  id: number,
  call: SeededCall,
  options: SeedCallsOptions,
): void {
  if (call.status !== 'completed') return;
  insertTurns(db, id, call, options);
  insertAnswers(db, id, call);
  listNumber(db, context, call, options);
  if (!call.recording) return;
  copyPrivateFile(getRecordingPath(call.callId), options.recordings.prepareWritePath(call.callId));
  insertRecording(db, id, call.recording);
  for (const { turn, text } of call.notes ?? []) {
    const at_ms = Math.round((call.turns[turn]?.startSeconds ?? 0) * 1000);
    const created_at = Math.min(options.now, call.placedAt + noteDelayMs);
    insertNote(db, id, { ...createSeededNote(context), at_ms, text, created_at, author_id: null });
  }
}

function insertTurns(db: Database, id: number, { turns, placedAt }: CompletedCall, options: SeedCallsOptions): void {
  for (const [position, { citations, answers: _, ...turn }] of turns.entries()) {
    const cited = citations.map(({ file, ...passage }) => ({ ...getDemoDocument(file, options), ...passage }));
    insertTurn(db, id, position, { ...turn, citations: cited });
    if (turn.hasNoAnswer) insertUnansweredQuestion(db, id, position - 1, { orgId: options.orgId, askedAt: placedAt });
  }
}

/** Stores the questions of the agent's definition and of its objective, with the recipient's answers. */
function insertAnswers(db: Database, id: number, { callId, agent, turns }: CompletedCall): void {
  const questions = demoAgents.find(({ name }) => name === agent)?.questions ?? [];
  for (const [position, { text: spoken, answers = [] }] of turns.entries())
    for (const { field, question: text, type, value } of answers) {
      const { choices = [], needs_follow_up = false } = questions.find((one) => one.field === field) ?? {};
      upsertCapturedField(
        db,
        id,
        { field, text, type, choices, needs_follow_up },
        { spoken, value, answered_in: position },
      );
    }
  for (const [position, question] of questions.entries()) insertUnansweredField(db, id, position, question);
  if (questions.length > 0) recordOutcome(db, { call_id: callId });
}

/** Adds the number of a recipient who does not want to be called again to the do-not-call list. */
function listNumber(
  db: Database,
  { newId }: Pick<Context, 'newId'>,
  call: CompletedCall,
  { orgId }: SeedCallsOptions,
): void {
  const reason = findDoNotCallReason(call.disposition);
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
  return { document_id: document.documentId, version: 1, title: document.title };
}
