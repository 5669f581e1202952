import { copyFileSync } from 'node:fs';
import type { CallStatus } from '../../../../shared/call-status.ts';
import { doNotCallDispositions } from '../../../../shared/do-not-call.ts';
import { findCallByRowId, insertCall, updateCallStatus, type CallChanges } from '../../features/calls/call-queries.ts';
import { insertEntry } from '../../features/do-not-call/do-not-call-queries.ts';
import { insertNote } from '../../features/calls/note-queries.ts';
import { insertRecording, type RecordingStore } from '../../features/recordings/recording-store.ts';
import { indexTranscript, insertTurn } from '../../features/calls/turn-queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { NewDocument } from '../../features/knowledge/document-queries.ts';
import type { DemoCall } from './demo-call.ts';
import { resolveDemoTime } from './demo-time.ts';
import { readRecordedCall, getRecordingPath, deserializeRecording, type RecordedCall } from './recorded-call.ts';

export type SeedCallsOptions = {
  readonly orgId: string;
  /** The time at which the demo is created. */
  readonly now: number;
  /** Ids of the demo's agents by their names. */
  readonly agents: ReadonlyMap<string, string>;
  readonly documents: readonly Pick<NewDocument, 'documentId' | 'title' | 'fileName'>[];
  readonly recordings: RecordingStore;
};

export type SeededCall = DemoCall & { readonly placedAt: number; readonly endedAt: number };

/** Stores the demo's calls with their shipped results and returns them in order of placement. Call it in a transaction. */
export function seedCalls(
  db: Database,
  context: Context,
  calls: readonly DemoCall[],
  options: SeedCallsOptions,
): readonly SeededCall[] {
  const { now, recordings } = options;
  const placed = calls
    .map((call) => {
      const outcome = getOutcome(call);
      return { call, outcome, placedAt: resolveDemoTime({ ...call, durationMs: getDurationMs(outcome) }, now) };
    })
    .toSorted((a, b) => a.placedAt - b.placedAt);
  for (const { call, outcome, placedAt } of placed) {
    const id = insertDemoCall(db, call, placedAt, options);
    finishDemoCall(db, id, outcome, { call, context, placedAt, options });
    if (outcome.status !== 'completed') continue;
    copyFileSync(getRecordingPath(call.callId), recordings.prepareWritePath(call.callId));
    for (const { turn, text } of call.notes ?? []) {
      const at_ms = Math.round((outcome.turns[turn]?.startSeconds ?? 0) * 1000);
      const created_at = Math.min(now, placedAt + noteDelayMs);
      insertNote(db, id, { note_id: context.newId('note'), at_ms, text, created_at });
    }
  }
  return placed.map(({ call, outcome, placedAt }) => ({
    ...call,
    placedAt,
    endedAt: placedAt + getDurationMs(outcome),
  }));
}

type DemoCallOutcome = RecordedCall | { readonly status: keyof typeof interruptedReasons; readonly reason: string };

const interruptedReasons = {
  canceled: 'The call was canceled.',
  failed: 'Switchboard was closed during this call.',
} as const;

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
function insertDemoCall(db: Database, call: DemoCall, placedAt: number, { orgId, agents }: SeedCallsOptions): number {
  const agent_id = agents.get(call.agent);
  if (agent_id === undefined) throw new Error(`The demo has no agent “${call.agent}”.`);
  return insertCall(db, {
    call_id: call.callId,
    org_id: orgId,
    agent_id,
    agent_name: call.agent,
    recipient_number: call.number,
    mode: call.recipient === 'practice' ? 'practice' : 'simulated',
    persona: call.recipient === 'simulated' ? call.persona : null,
    speed: 'fast',
    placed_by: 'window',
    created_at: placedAt,
    metadata: call.metadata,
  });
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
  for (const [position, { citations, ...turn }] of turns.entries()) {
    const cited = citations.map(({ file, ...passage }) => ({ ...getDemoDocument(file, options), ...passage }));
    insertTurn(db, id, position, { ...turn, citations: cited });
  }
  move('completed', { disposition, durationSeconds, endedAt });
  insertRecording(db, id, deserializeRecording(recording));
  indexTranscript(db, id);
  const reason = doNotCallDispositions[disposition];
  if (reason !== undefined)
    insertEntry(db, options.orgId, {
      entry_id: context.newId('dnc'),
      recipient_number: call.number,
      reason,
      source: 'call',
      call_id: call.callId,
      added_at: endedAt,
    });
}

function getDemoDocument(file: string, { documents }: SeedCallsOptions) {
  const document = documents.find(({ fileName }) => fileName === file);
  if (!document) throw new Error(`The demo has no document ${file}.`);
  return { document_id: document.documentId, title: document.title };
}
