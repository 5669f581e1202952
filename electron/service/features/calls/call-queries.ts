// Public: other features may import this file.
import { agentDefinitionSchema, type AgentDefinition } from '../../../../shared/agents/agent-definition.ts';
import type { Persona } from '../../../../shared/agents/personas.ts';
import type { CallMode } from '../../../../shared/calls/call-filter.ts';
import type { CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import type { CallReview, ReviewState } from '../../../../shared/calls/call-review-fields.ts';
import { canTransitionCall, isCallEnded, type CallStatus } from '../../../../shared/calls/call-status.ts';
import type { Call, CallRecord } from '../../../../shared/calls/calls.ts';
import { defaultRecipientNameRule, type RecipientNameRule } from '../../../../shared/calls/recipient-names.ts';
import type { SimulationSpeed } from '../../../../shared/calls/simulated-calls.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { FailedCall } from '../../../../shared/window/attention.ts';
import type { SyncFields } from '../../../../shared/workspaces/sync.ts';
import { normalizePhoneNumber } from '../../platform/phone-numbers.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertRow } from '../../platform/db/insert-row.ts';
import { undecidedCallIds } from '../outbox/outbox-queries.ts';
import { indexMetadata } from './call-index-queries.ts';
import { outcomeSuccessSql } from './outcome-success-sql.ts';
import { storeTalk } from './turn-queries.ts';

/** A row of the table `call` without its metadata, which can be large. */
export type CallRow = {
  readonly id: number;
  readonly call_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly agent_name: string;
  readonly recipient_number: string;
  readonly mode: CallMode;
  readonly persona: Persona | null;
  readonly speed: SimulationSpeed;
  readonly placed_by: string;
  readonly status: CallStatus;
  readonly reason: string | null;
  readonly disposition: string | null;
  /** Whether the outcome counts as a success. */
  readonly is_success: 0 | 1;
  readonly duration_seconds: number;
  /** When it was placed; null for a call that was made elsewhere. */
  readonly created_at: number | null;
  readonly answered_at: number | null;
  readonly ended_at: number | null;
  readonly review_state: ReviewState;
  /** A `user_id`, possibly of a former member. */
  readonly assignee_id: string | null;
  /** The version of the agent that spoke; null if it is not known, or if the call tried a draft. */
  readonly agent_version: number | null;
  readonly has_recording: 0 | 1;
  readonly is_simulated: 0 | 1;
  /** 1 if the call tried a draft, or an agent in its acceptance test. */
  readonly is_trial: 0 | 1;
};

/** The columns of a CallRow. */
export const callColumns = `id, call_id, org_id, agent_id, agent_name, recipient_number, mode, persona, speed, placed_by,
  status, reason, disposition, ${outcomeSuccessSql()} AS is_success, duration_seconds, created_at, answered_at, ended_at, review_state, assignee_id,
  agent_version, EXISTS (SELECT 1 FROM recording WHERE recording.call = call.id) AS has_recording,
  mode <> 'remote' OR EXISTS (
    SELECT 1 FROM remote_call WHERE remote_call.call = call.id AND remote_call.is_simulated = 1
  ) AS is_simulated,
  EXISTS (SELECT 1 FROM trial_call WHERE trial_call.call = call.id) AS is_trial`;

export type NewCall = Pick<
  CallRow,
  'call_id' | 'org_id' | 'agent_id' | 'agent_name' | 'recipient_number' | 'mode' | 'persona' | 'speed' | 'placed_by'
> & {
  readonly created_at: number;
  readonly metadata: CallMetadata;
  /** Why an Admin calls a number on the do-not-call list. */
  readonly do_not_call_override?: string | null;
  /** Present if the call tries a draft. */
  readonly trial?: Trial | null;
};

/** What a call tries: the definition, as it was when the call was placed. */
export type Trial = {
  readonly definition: AgentDefinition;
  /** The build request in its acceptance test; null for the draft of an agent. */
  readonly requestId: string | null;
  readonly draftRevision: number;
};

/** Stores a queued call. Returns its row id. */
export function insertCall(db: Database, call: NewCall): number {
  return db.transaction(() => {
    const rowId = insertRow(
      db,
      `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, persona, speed,
       placed_by, status, created_at, metadata, do_not_call_override)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?)`,
      call.call_id,
      call.org_id,
      call.agent_id,
      call.agent_name,
      call.recipient_number,
      call.mode,
      call.persona,
      call.speed,
      call.placed_by,
      call.created_at,
      JSON.stringify(call.metadata),
      call.do_not_call_override ?? null,
    );
    if (call.trial) insertTrial(db, rowId, call.trial);
    indexMetadata(db, [{ id: rowId, metadata: call.metadata }]);
    return rowId;
  });
}

function insertTrial(db: Database, call: number, { definition, requestId, draftRevision }: Trial): void {
  db.run(
    'INSERT INTO trial_call (call, definition, request_id, draft_revision) VALUES (?, ?, ?, ?)',
    call,
    JSON.stringify(definition),
    requestId,
    draftRevision,
  );
}

/** Counts the calls that tried the agent of a build request. */
export function countTrials(db: Database, requestId: string): number {
  const sql = 'SELECT count(*) AS calls FROM trial_call WHERE request_id = ?';
  return db.get<{ readonly calls: number }>(sql, requestId)?.calls ?? 0;
}

/** Returns what a call tries; undefined unless it is a trial. */
export function findTrial(db: Database, call: number): Trial | undefined {
  const row = db.get<{
    readonly definition: string;
    readonly request_id: string | null;
    readonly draft_revision: number;
  }>('SELECT definition, request_id, draft_revision FROM trial_call WHERE call = ?', call);
  return (
    row && {
      definition: agentDefinitionSchema.parse(JSON.parse(row.definition)),
      requestId: row.request_id,
      draftRevision: row.draft_revision,
    }
  );
}

/** A call that ended before it is stored. */
export type EndedCall = NewCall &
  Pick<
    CallRow,
    'status' | 'reason' | 'disposition' | 'duration_seconds' | 'answered_at' | 'ended_at' | 'agent_version'
  >;

/** Stores calls that have ended, in this order, and returns their row ids. Call it in a transaction. */
export function insertEndedCalls(db: Database, calls: readonly EndedCall[]): readonly number[] {
  const inserted = db.all<{ readonly id: number }>(
    `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, persona, speed, placed_by, created_at,
       metadata, status, reason, disposition, duration_seconds, answered_at, ended_at, agent_version)
     SELECT value ->> 'call_id', value ->> 'org_id', value ->> 'agent_id', value ->> 'agent_name', value ->> 'recipient_number',
       value ->> 'mode', value ->> 'persona', value ->> 'speed', value ->> 'placed_by', CAST(value ->> 'created_at' AS BIGINT),
       value ->> 'metadata', value ->> 'status', value ->> 'reason', value ->> 'disposition', CAST(value ->> 'duration_seconds' AS BIGINT),
       CAST(value ->> 'answered_at' AS BIGINT), CAST(value ->> 'ended_at' AS BIGINT),
       CAST(value ->> 'agent_version' AS BIGINT)
     FROM json_each(?) RETURNING id`,
    JSON.stringify(calls),
  );
  const ids = inserted.map(({ id }) => id).toSorted((a, b) => a - b);
  indexMetadata(
    db,
    calls.flatMap(({ metadata }, index) => {
      const id = ids[index];
      return id === undefined ? [] : [{ id, metadata }];
    }),
  );
  return ids;
}

export function findCall(db: Database, orgId: string, callId: string): CallRow | undefined {
  return db.get<CallRow>(`SELECT ${callColumns} FROM call WHERE org_id = ? AND call_id = ?`, orgId, callId);
}

export function findCallByRowId(db: Database, orgId: string, id: number): CallRow | undefined {
  return db.get<CallRow>(`SELECT ${callColumns} FROM call WHERE org_id = ? AND id = ?`, orgId, id);
}

export function readCallMetadata(db: Database, orgId: string, id: number): CallMetadata {
  const sql = 'SELECT metadata FROM call WHERE org_id = ? AND id = ?';
  const row = db.get<{ readonly metadata: string }>(sql, orgId, id);
  return row ? JSON.parse(row.metadata) : {};
}

export type CallChanges = {
  readonly reason?: string;
  readonly disposition?: string;
  /** Null if the name of the disposition decides. */
  readonly isSuccess?: boolean | null;
  readonly durationSeconds?: number;
  readonly agentVersion?: number | null;
  readonly answeredAt?: number;
  readonly endedAt?: number;
};

/**
 * Changes the status of a local call along the state machine of shared/calls/call-status.ts; no other function changes it. Throws if the
 * transition is not allowed, or if the status has changed in the meantime. A time never precedes an earlier time of the
 * call, even if the clock was set back. The end of a call stores its talk.
 */
export function updateCallStatus(
  db: Database,
  orgId: string,
  call: Pick<CallRow, 'id' | 'call_id' | 'status'>,
  to: CallStatus,
  changes: CallChanges = {},
): void {
  if (!canTransitionCall(call.status, to))
    throw new Error(`${call.call_id} is ${call.status} and cannot become ${to}.`);
  const { changes: changedRows } = db.run(
    `UPDATE call SET status = ?, reason = ?, disposition = ?, is_success = ?, duration_seconds = ?,
       agent_version = coalesce(CAST(? AS BIGINT), agent_version),
       answered_at = coalesce(max(?, created_at), answered_at), ended_at = max(?, coalesce(answered_at, created_at))
     WHERE org_id = ? AND id = ? AND status = ?`,
    to,
    changes.reason ?? null,
    changes.disposition ?? null,
    typeof changes.isSuccess === 'boolean' ? Number(changes.isSuccess) : null,
    changes.durationSeconds ?? 0,
    changes.agentVersion ?? null,
    changes.answeredAt ?? null,
    changes.endedAt ?? null,
    orgId,
    call.id,
    call.status,
  );
  if (changedRows !== 1) throw new Error(`${call.call_id} is no longer ${call.status}.`);
  if (isCallEnded(to)) storeTalk(db, call.id);
}

export function updateCallReason(db: Database, id: number, reason: string): void {
  db.run('UPDATE call SET reason = ? WHERE id = ?', reason, id);
}

type UnfinishedCall = Pick<CallRow, 'id' | 'call_id' | 'org_id' | 'status' | 'mode' | 'speed' | 'placed_by'>;

/** Lists the queued and live calls, in the order in which they were placed, without a remote's calls. */
export function listUnfinishedCalls(db: Database, orgId: string): readonly UnfinishedCall[] {
  return db.all<UnfinishedCall>(
    `SELECT id, call_id, org_id, status, mode, speed, placed_by FROM call
     WHERE org_id = ? AND status IN ('queued', 'ringing', 'in_progress') AND mode <> 'remote' ORDER BY id`,
    orgId,
  );
}

/** Lists the queued calls that the do-not-call list can stop: all but those that an Admin placed to a listed number. */
export function listQueuedCalls(db: Database, orgId: string): readonly CallRow[] {
  return db.all<CallRow>(
    `SELECT ${callColumns} FROM call WHERE org_id = ? AND status = 'queued' AND do_not_call_override IS NULL ORDER BY id`,
    orgId,
  );
}

/** Counts the queued and live calls, without those that wait for a decision of the user, such as one with an unknown outcome. */
export function countCallsInProgress(db: Database, orgId: string): number {
  const sql = `SELECT count(*) AS total FROM call
    WHERE org_id = ? AND status IN ('queued', 'ringing', 'in_progress') AND call_id NOT IN (${undecidedCallIds})`;
  return db.get<{ readonly total: number }>(sql, orgId)?.total ?? 0;
}

/** Lists which of the latest `limit` failed calls were placed at `sinceMs` or later, newest first. */
export function listFailedCallsSince(
  db: Database,
  orgId: string,
  sinceMs: number,
  limit: number,
): readonly (Omit<FailedCall, 'recipient_name'> & Pick<CallRow, 'id'>)[] {
  return db.all(
    `SELECT id, call_id, recipient_number, reason FROM (
       SELECT id, call_id, recipient_number, reason, created_at FROM call INDEXED BY call_by_status
       WHERE org_id = ? AND status = 'failed' ORDER BY id DESC LIMIT ?
     ) AS latest WHERE created_at >= ? ORDER BY id DESC`,
    orgId,
    limit,
    sinceMs,
  );
}

/**
 * Returns whether this agent called this number at `sinceMs` or later. Failed calls, practice calls and trials do not count, and canceled ones
 * only if the remote may have received them.
 */
export function hasCalledSince(
  db: Database,
  orgId: string,
  call: Pick<CallRow, 'agent_id' | 'recipient_number'>,
  sinceMs: number,
): boolean {
  const found = db.get(
    `SELECT 1 FROM call
     WHERE org_id = ? AND recipient_number = ? AND agent_id = ? AND created_at >= ? AND mode NOT IN ('practice', 'trial')
       AND status <> 'failed' AND (status <> 'canceled' OR call_id IN (
         SELECT subject_id FROM outbox_item WHERE kind = 'place_call' AND first_sent_at IS NOT NULL
       ))
     LIMIT 1`,
    orgId,
    normalizePhoneNumber(call.recipient_number),
    call.agent_id,
    sinceMs,
  );
  return found !== undefined;
}

/** Converts a row to the Call object of the service specification, without its transcript. Results are empty until the call is completed. */
export function toCallSummary(row: CallRow, buildRecordingUrl: (row: CallRow) => string): Omit<Call, 'transcript'> {
  const isCompleted = row.status === 'completed';
  return {
    call_id: row.call_id,
    agent_id: row.agent_id,
    status: row.status,
    duration_seconds: isCompleted ? row.duration_seconds : 0,
    disposition: isCompleted ? row.disposition : null,
    recording_url: isCompleted && row.has_recording === 1 ? buildRecordingUrl(row) : null,
    agent_version: row.agent_version,
  };
}

type CallRecordParts = Pick<CallRecord, 'recipient_name' | 'match'> & {
  readonly review: CallReview;
  readonly syncFields: SyncFields;
};

/** Converts a row to the fields of a call that lists and linked workspaces use. Results are empty until the call is completed. */
export function toCallFields(row: CallRow) {
  const isCompleted = row.status === 'completed';
  return {
    agent_id: row.agent_id,
    recipient_number: row.recipient_number,
    simulated: row.is_simulated === 1,
    practice: row.mode === 'practice',
    agent_version: row.agent_version,
    status: row.status,
    reason: row.reason,
    duration_seconds: isCompleted ? row.duration_seconds : 0,
    disposition: isCompleted ? row.disposition : null,
    is_success: isCompleted && row.is_success === 1,
    created_at: row.created_at === null ? null : formatTimestamp(row.created_at),
    answered_at: row.answered_at === null ? null : formatTimestamp(row.answered_at),
    ended_at: row.ended_at === null ? null : formatTimestamp(row.ended_at),
  };
}

export function toCallRecord(row: CallRow, { recipient_name, review, match, syncFields }: CallRecordParts): CallRecord {
  return {
    ...toCallFields(row),
    call_id: row.call_id,
    agent_name: row.agent_name,
    trial: row.is_trial === 1,
    recipient_name,
    has_recording: row.has_recording === 1,
    match,
    ...review,
    ...syncFields,
  };
}

export function findRecipientNameRule(db: Database, orgId: string): RecipientNameRule {
  const sql = 'SELECT name_rule FROM call_setting WHERE org_id = ?';
  const row = db.get<{ readonly name_rule: string }>(sql, orgId);
  return row ? (JSON.parse(row.name_rule) as RecipientNameRule) : defaultRecipientNameRule; // stored by storeRecipientNameRule
}

export function storeRecipientNameRule(db: Database, orgId: string, rule: RecipientNameRule): void {
  db.run(
    `INSERT INTO call_setting (org_id, name_rule) VALUES (?, ?)
     ON CONFLICT (org_id) DO UPDATE SET name_rule = excluded.name_rule`,
    orgId,
    JSON.stringify(rule),
  );
}
