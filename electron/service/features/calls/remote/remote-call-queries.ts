// Public: other features may import this file.
import * as z from 'zod';
import type { CallMetadata } from '../../../../../shared/calls/call-metadata.ts';
import type { TurnTimes } from '../../../../../shared/calls/calls.ts';
import type { Database } from '../../../platform/db/database.ts';
import { callColumns, type CallRow } from '../call-queries.ts';
import { moveReview } from '../call-review-queries.ts';
import { moveFollowUps } from '../follow-ups/follow-up-queries.ts';
import { moveOutcome } from '../outcome/correction-queries.ts';
import { moveNotes } from '../note-queries.ts';
import { moveScores } from '../scorecard/score-queries.ts';
import { deleteTurns, maxTurnsPerCall } from '../turn-queries.ts';

/** A row of the table `remote_call`. */
export type RemoteCallRow = {
  readonly call: number;
  /** When it was placed here, or first seen. */
  readonly seen_at: number;
  readonly is_simulated: 0 | 1;
  readonly has_details: 0 | 1;
  readonly times: TurnTimes;
  /** 1 if the remote sent more turns than a call can store. */
  readonly has_more_turns: 0 | 1;
  readonly recording_url: string | null;
  /** Why the recording could not be fetched, as a sentence. */
  readonly recording_error: string | null;
};

export function insertRemoteCall(db: Database, call: number, seenAt: number): void {
  db.run('INSERT INTO remote_call (call, seen_at) VALUES (?, ?)', call, seenAt);
}

export function findRemoteCall(db: Database, call: number): RemoteCallRow | undefined {
  return db.get<RemoteCallRow>('SELECT * FROM remote_call WHERE call = ?', call);
}

/** A field that is left out keeps its value. */
export function updateRemoteCall(
  db: Database,
  call: number,
  changes: Partial<Omit<RemoteCallRow, 'call' | 'seen_at' | 'recording_url'>> & { readonly recording_url?: string },
): void {
  const { is_simulated, has_details, times, has_more_turns, recording_url } = changes;
  db.run(
    `UPDATE remote_call SET is_simulated = coalesce(?, is_simulated), has_details = coalesce(?, has_details),
       times = coalesce(?, times), has_more_turns = coalesce(?, has_more_turns), recording_url = coalesce(?, recording_url) WHERE call = ?`,
    is_simulated ?? null,
    has_details ?? null,
    times ?? null,
    has_more_turns ?? null,
    recording_url ?? null,
    call,
  );
  if (changes.recording_error !== undefined)
    db.run('UPDATE remote_call SET recording_error = ? WHERE call = ?', changes.recording_error, call);
}

export type RemoteCallResult = Pick<CallRow, 'status' | 'reason' | 'disposition' | 'duration_seconds' | 'ended_at'>;

/** Stores the result of a call as the remote reports it. The remote decides which status follows which. */
export function storeRemoteResult(db: Database, call: number, result: RemoteCallResult): void {
  db.run(
    `UPDATE call SET status = ?, reason = ?, is_success = CASE WHEN disposition IS ? THEN is_success END, disposition = ?,
       duration_seconds = ?, ended_at = ? WHERE id = ?`,
    result.status,
    result.reason,
    result.disposition,
    result.disposition,
    result.duration_seconds,
    result.ended_at,
    call,
  );
}

/** What the remote adds to a call. The metadata stays if it is null. */
export type RemoteDetails = RemoteCallResult &
  Pick<CallRow, 'answered_at' | 'created_at' | 'recipient_number' | 'mode'> & {
    readonly metadata: CallMetadata | null;
    /** Null if the remote does not say it. */
    readonly is_success: boolean | null;
  };

export function storeRemoteDetails(db: Database, call: number, details: RemoteDetails): void {
  db.run(
    `UPDATE call SET status = ?, reason = ?, is_success = coalesce(?, CASE WHEN disposition IS ? THEN is_success END),
       disposition = ?, duration_seconds = ?, answered_at = ?, ended_at = ?, created_at = ?, recipient_number = ?, mode = ?, metadata = coalesce(?, metadata) WHERE id = ?`,
    details.status,
    details.reason,
    details.is_success === null ? null : Number(details.is_success),
    details.disposition,
    details.disposition,
    details.duration_seconds,
    details.answered_at,
    details.ended_at,
    details.created_at,
    details.recipient_number,
    details.mode,
    details.metadata && JSON.stringify(details.metadata),
    call,
  );
}

/** Whether a call to a number is being sent to the remote. Its ID is not known yet. */
export function isBeingPlaced(db: Database, number: string): boolean {
  const sql = `SELECT 1 FROM outbox_item JOIN call ON call.call_id = outbox_item.subject_id
    WHERE outbox_item.kind = 'place_call' AND outbox_item.state IN ('queued', 'in_flight')
      AND outbox_item.first_sent_at IS NOT NULL AND call.recipient_number = ? LIMIT 1`;
  return db.get(sql, number) !== undefined;
}

/** A call that was made elsewhere. Its number, and when it was made, may be fetched later. */
export type NewSeenCall = Pick<
  CallRow,
  'call_id' | 'agent_id' | 'agent_name' | 'status' | 'disposition' | 'duration_seconds'
> &
  Pick<RemoteCallRow, 'recording_url'> & {
    /** Null for the next row id. */
    readonly id: number | null;
  };

/** Stores calls that were made elsewhere, in this order, with one statement for each table, because a remote can have many. */
export function insertSeenCalls(db: Database, orgId: string, seenAt: number, calls: readonly NewSeenCall[]): void {
  const list = JSON.stringify(
    calls.map((call) => [
      call.call_id,
      call.agent_id,
      call.agent_name,
      call.status,
      call.disposition,
      call.duration_seconds,
      call.recording_url,
      call.id,
    ]),
  );
  db.run(
    `INSERT INTO call (id, call_id, org_id, agent_id, agent_name, recipient_number, mode, persona, speed, placed_by, status,
       disposition, duration_seconds, metadata)
     SELECT value ->> 7, value ->> 0, ?, value ->> 1, value ->> 2, '', 'remote', NULL, 'fast', '', value ->> 3, value ->> 4, value ->> 5, '{}'
     FROM json_each(?)`,
    orgId,
    list,
  );
  db.run(
    `INSERT INTO remote_call (call, seen_at, recording_url)
     SELECT call.id, ?, value ->> 6 FROM json_each(?) JOIN call ON call.call_id = value ->> 0`,
    seenAt,
    list,
  );
}

/** A call on the remote that is to be fetched. */
export type CallToFetch = {
  readonly id: number;
  readonly call_id: string;
  readonly remote_id: string;
  readonly etag: string | null;
};

const isLive = `call.status IN ('queued', 'ringing', 'in_progress')`;

/** Whether a call may change soon. One that has ended and could not be read can wait. */
const mayChange = `(item.error IS NULL OR ${isLive})`;

/**
 * A call that has just changed is fetched every 3 seconds, one that has not changed for longer less often: every ten minutes, or
 * every hour if it is not expected to change.
 */
const dueCondition = `(item.fetched_at IS NULL OR ?1 - item.fetched_at >=
  min(iif(${mayChange}, 600000, 3600000), max(3000, (?1 - coalesce(call.ended_at, remote_call.seen_at)) / 20)))`;

/** Lists the live calls on the remote that are due. */
export function listLiveCallsToFetch(db: Database, nowMs: number, limit: number): readonly CallToFetch[] {
  return db.all<CallToFetch>(
    `SELECT call.id, call.call_id, item.remote_id, item.etag
     FROM call JOIN remote_call ON remote_call.call = call.id
     JOIN remote_item AS item ON item.kind = 'call' AND item.local_id = call.call_id
     WHERE ${isLive} AND ${dueCondition}
     ORDER BY item.fetched_at LIMIT ?2`,
    nowMs,
    limit,
  );
}

/** Lists the ended calls whose transcript was not fetched yet and that are due, newest first. */
export function listEndedCallsToFetch(db: Database, nowMs: number, limit: number): readonly CallToFetch[] {
  return db.all<CallToFetch>(
    `SELECT call.id, call.call_id, item.remote_id, NULL AS etag
     FROM remote_call JOIN call ON call.id = remote_call.call
     JOIN remote_item AS item ON item.kind = 'call' AND item.local_id = call.call_id
     WHERE remote_call.has_details = 0 AND NOT ${isLive} AND ${dueCondition}
     ORDER BY call.id DESC LIMIT ?2`,
    nowMs,
    limit,
  );
}

/** Returns whether a call on the remote is live, or its transcript was not fetched yet. */
export function hasCallsToFetch(db: Database): boolean {
  const sql = `SELECT 1 FROM remote_call JOIN call ON call.id = remote_call.call
    JOIN remote_item AS item ON item.kind = 'call' AND item.local_id = call.call_id
    WHERE remote_call.has_details = 0 AND ${mayChange} LIMIT 1`;
  return db.get(sql) !== undefined;
}

/** Lists which of the newest calls have a recording that was neither fetched nor refused, newest first. */
export function listCallsWithoutRecording(db: Database, newest: number): readonly CallRow[] {
  return db.all<CallRow>(
    `SELECT ${callColumns} FROM call WHERE id IN (
       SELECT call FROM remote_call WHERE recording_url IS NOT NULL AND recording_error IS NULL
         AND NOT EXISTS (SELECT 1 FROM recording WHERE recording.call = remote_call.call)
         AND call >= coalesce((SELECT call FROM remote_call ORDER BY call DESC LIMIT 1 OFFSET ?), 0)
     ) ORDER BY id DESC`,
    newest - 1,
  );
}

/** Deletes a call that turned out to be another one, to which its notes, its review and its scores are moved. */
export function replaceCall(db: Database, from: CallRow, to: Pick<CallRow, 'id'>): void {
  moveNotes(db, from.id, to.id);
  moveReview(db, from, to.id);
  moveOutcome(db, from, to.id);
  moveFollowUps(db, from.id, to.id);
  moveScores(db, from.id, to.id);
  deleteTurns(db, from.id);
  db.searchIndex.run('DELETE FROM call_fts WHERE rowid = ?', from.id);
  db.run('DELETE FROM recording WHERE call = ?', from.id);
  db.run('DELETE FROM remote_call WHERE call = ?', from.id);
  db.run('DELETE FROM call WHERE id = ?', from.id);
}

export function removeTranscript(db: Database, call: number): void {
  deleteTurns(db, call);
  db.run('DELETE FROM call_talk WHERE call = ?', call);
  db.searchIndex.run('DELETE FROM call_fts WHERE rowid = ?', call);
}

/** Stores the text of a passage that the remote cited in a turn, until its document is deleted. */
export function insertRemotePassage(
  db: Database,
  call: number,
  passage: { readonly turn: number; readonly position: number; readonly document_id: string; readonly text: string },
): void {
  db.run(
    'INSERT INTO remote_passage (turn, position, document_id, text) VALUES (?, ?, ?, ?)',
    call * maxTurnsPerCall + passage.turn,
    passage.position,
    passage.document_id,
    passage.text,
  );
}

/** Stores the times of the turns of a call, in milliseconds. */
export function updateTurnTimes(
  db: Database,
  call: number,
  turns: readonly { readonly startMs: number; readonly endMs: number }[],
): void {
  for (const [position, { startMs, endMs }] of turns.entries())
    db.run(
      'UPDATE turn SET start_ms = ?, end_ms = ? WHERE id = ?',
      Math.round(startMs),
      Math.round(endMs),
      call * maxTurnsPerCall + position,
    );
}

/** Returns the position in the remote's list up to which calls were read; null before the first complete reading. */
export function findListPosition(db: Database): ListPosition | null {
  const sql = `SELECT cursor FROM refresh WHERE part = 'calls' AND cursor IS NOT NULL`;
  const row = db.get<{ readonly cursor: string }>(sql);
  return row ? (JSON.parse(row.cursor) as ListPosition) : null; // stored by storeListPosition
}

export const listPositionSchema = z.object({
  /** The remote ID of the newest call that was read. */
  newestId: z.string().nullable(),
  completeSince: z.number(),
  /** When the latest complete reading began. */
  readAt: z.number(),
  /** Calls older than `newestId` that could not be read, with the first error, and when the whole list was last read. */
  leftOut: z
    .object({
      count: z.number(),
      error: z.string(),
      /** Why the list was not read to its end, as a sentence. */
      cut: z.string().nullable(),
      wholeReadAt: z.number(),
    })
    .optional(),
});

export type ListPosition = z.output<typeof listPositionSchema>;

export function storeListPosition(db: Database, position: ListPosition): void {
  db.run(
    `INSERT INTO refresh (part, cursor) VALUES ('calls', ?) ON CONFLICT (part) DO UPDATE SET cursor = excluded.cursor`,
    JSON.stringify(position),
  );
}

export type SeenCall = Pick<CallRow, 'id' | 'call_id' | 'agent_id' | 'status'> & { readonly remote_id: string };

/** Lists the calls of an agent that were made elsewhere and first seen at `sinceMs` or later. */
export function listSeenCallsSince(db: Database, agentId: string, sinceMs: number): readonly SeenCall[] {
  return db.all<SeenCall>(
    `SELECT call.id, call.call_id, call.agent_id, call.status, item.remote_id
     FROM call JOIN remote_call ON remote_call.call = call.id
     JOIN remote_item AS item ON item.kind = 'call' AND item.local_id = call.call_id
     WHERE call.agent_id = ? AND call.placed_by = '' AND remote_call.seen_at >= ?`,
    agentId,
    sinceMs,
  );
}

/**
 * Whether the remote's list may have a new call of an agent that another item has placed, without its ID being known here. The
 * call of an item that was settled before the list was read at `listReadAt` is not new.
 */
export function hasOtherUnansweredPlacement(
  db: Database,
  {
    agentId,
    itemId,
    listReadAt,
  }: { readonly agentId: string; readonly itemId: string; readonly listReadAt: number | null },
): boolean {
  const sql = `SELECT 1 FROM outbox_item AS other JOIN call ON call.call_id = other.subject_id
    WHERE other.kind = 'place_call' AND other.first_sent_at IS NOT NULL AND other.item_id <> ? AND call.agent_id = ?
      AND coalesce(other.settled_at >= ?, TRUE)
      AND NOT EXISTS (SELECT 1 FROM remote_item WHERE kind = 'call' AND local_id = call.call_id) LIMIT 1`;
  return db.get(sql, itemId, agentId, listReadAt) !== undefined;
}
