import { copyFileSync } from 'node:fs';
import type { CallStatus } from '../../../shared/call-status.ts';
import { findCallByRow, insertCall, moveCall, type CallChanges } from '../calls/call-queries.ts';
import { insertNote } from '../calls/note-queries.ts';
import type { RecordingFiles } from '../calls/recording-files.ts';
import { insertRecording } from '../calls/recording-queries.ts';
import { indexTurns, insertTurn } from '../calls/turn-queries.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { NewDocument } from '../knowledge/document-queries.ts';
import type { DemoCall } from './demo-call.ts';
import { placeInTime } from './demo-clock.ts';
import { readRecordedCall, soundPath, toNewRecording, type RecordedCall } from './recorded-call.ts';

export type CallFurnishing = {
  readonly orgId: string;
  /** When the demo is made. */
  readonly now: number;
  /** Ids of the demo's agents by their names. */
  readonly agents: ReadonlyMap<string, string>;
  readonly documents: readonly Pick<NewDocument, 'documentId' | 'title' | 'fileName'>[];
  readonly recordings: RecordingFiles;
};

export type PlacedCall = DemoCall & { readonly placedAt: number; readonly endedAt: number };

/**
 * Fills in calls as they would be stored had they been made at their times, with what came of them as shipped; gives them
 * in the order in which they were placed. To be called in a transaction.
 */
export function furnishCalls(
  db: Database,
  context: Context,
  calls: readonly DemoCall[],
  furnishing: CallFurnishing,
): readonly PlacedCall[] {
  const { now, recordings } = furnishing;
  const placed = calls
    .map((call) => {
      const outcome = outcomeOf(call);
      return { call, outcome, placedAt: placeInTime({ ...call, lengthMs: lengthOf(outcome) }, now) };
    })
    .toSorted((a, b) => a.placedAt - b.placedAt);
  for (const { call, outcome, placedAt } of placed) {
    const id = place(db, call, placedAt, furnishing);
    end(db, id, outcome, { placedAt, furnishing });
    if (outcome.status !== 'completed') continue;
    copyFileSync(soundPath(call.callId), recordings.placeFor(call.callId));
    for (const { turn, text } of call.notes ?? []) {
      const at_ms = Math.round((outcome.turns[turn]?.startSeconds ?? 0) * 1000);
      const created_at = Math.min(now, placedAt + noteAfterMs);
      insertNote(db, id, { note_id: context.newId('note'), at_ms, text, created_at });
    }
  }
  return placed.map(({ call, outcome, placedAt }) => ({ ...call, placedAt, endedAt: placedAt + lengthOf(outcome) }));
}

type Outcome = RecordedCall | { readonly status: keyof typeof cutReasons; readonly reason: string };

const cutReasons = {
  canceled: 'It was canceled.',
  failed: 'The program was closed while this call was going on.',
} as const;

/** How long it was until a call was over that was not completed. */
const lengthsMs = { no_answer: 34_000, busy: 3_000, canceled: 6_000, failed: 21_000 } as const;

const pickUpAfterMs = 4_000;

/** Notes are written a while after their call was placed. */
const noteAfterMs = 8 * 60 * 1000;

function outcomeOf(call: DemoCall): Outcome {
  if (call.recipient !== 'cut') return readRecordedCall(call.callId);
  return { status: call.status, reason: cutReasons[call.status] };
}

/** From when it was placed to its end, in milliseconds. */
function lengthOf(outcome: Outcome): number {
  if (outcome.status !== 'completed') return lengthsMs[outcome.status];
  return Math.round(outcome.recording.durationSeconds * 1000);
}

/** Stores a call as it was when it was placed. */
function place(db: Database, call: DemoCall, placedAt: number, { orgId, agents }: CallFurnishing): number {
  const agent_id = agents.get(call.agent);
  if (agent_id === undefined) throw new Error(`The demo has no agent “${call.agent}”.`);
  return insertCall(db, {
    call_id: call.callId,
    org_id: orgId,
    agent_id,
    agent_name: call.agent,
    recipient_number: call.number,
    recipient: call.recipient === 'typed' ? 'typed' : 'simulated',
    persona: call.recipient === 'simulated' ? call.persona : null,
    pace: 'fast',
    placed_by: 'window',
    created_at: placedAt,
    metadata: call.metadata,
  });
}

/** Brings a call that was placed to its end, along the moves that every call makes. */
function end(
  db: Database,
  id: number,
  outcome: Outcome,
  { placedAt, furnishing }: { readonly placedAt: number; readonly furnishing: CallFurnishing },
): void {
  const move = (to: CallStatus, changes?: CallChanges) => {
    const call = findCallByRow(db, id);
    if (!call) throw new Error('A call of the demo is gone.');
    moveCall(db, call, to, changes);
  };
  const endedAt = placedAt + lengthOf(outcome);
  move('ringing');
  if (outcome.status === 'failed') move('in_progress', { answeredAt: placedAt + pickUpAfterMs });
  if (outcome.status !== 'completed') return move(outcome.status, { reason: outcome.reason, endedAt });
  const { disposition, durationSeconds, recording, turns } = outcome;
  move('in_progress', { answeredAt: endedAt - durationSeconds * 1000 });
  for (const [position, { citations, ...turn }] of turns.entries()) {
    const cited = citations.map(({ file, ...passage }) => ({ ...documentOf(file, furnishing), ...passage }));
    insertTurn(db, id, position, { ...turn, citations: cited });
  }
  move('completed', { disposition, durationSeconds, endedAt });
  insertRecording(db, id, toNewRecording(recording));
  indexTurns(db, id);
}

function documentOf(file: string, { documents }: CallFurnishing) {
  const document = documents.find(({ fileName }) => fileName === file);
  if (!document) throw new Error(`The demo has no document ${file}.`);
  return { document_id: document.documentId, title: document.title };
}
