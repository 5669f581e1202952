import type { CallMetadata } from '../../../../shared/call-metadata.ts';
import { canTransitionCall, type CallStatus } from '../../../../shared/call-status.ts';
import type { Database } from '../../platform/db/database.ts';
import { callColumns, type CallRow } from './call-row.ts';

export type NewCall = Pick<
  CallRow,
  'call_id' | 'org_id' | 'agent_id' | 'agent_name' | 'recipient_number' | 'mode' | 'persona' | 'speed' | 'placed_by'
> & { readonly created_at: number; readonly metadata: CallMetadata };

/** Stores a queued call; gives its row id. */
export function insertCall(db: Database, call: NewCall): number {
  return db.run(
    `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, persona, speed,
       placed_by, status, created_at, metadata)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?)`,
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
  ).rowId;
}

export function findCall(db: Database, orgId: string, callId: string): CallRow | undefined {
  return db.get<CallRow>(`SELECT ${callColumns} FROM call WHERE call_id = ? AND org_id = ?`, callId, orgId);
}

export function findCallByRowId(db: Database, id: number): CallRow | undefined {
  return db.get<CallRow>(`SELECT ${callColumns} FROM call WHERE id = ?`, id);
}

export function readCallMetadata(db: Database, id: number): CallMetadata {
  const row = db.get<{ readonly metadata: string }>('SELECT metadata FROM call WHERE id = ?', id);
  return row ? JSON.parse(row.metadata) : {};
}

export type CallChanges = {
  readonly reason?: string;
  readonly disposition?: string;
  readonly durationSeconds?: number;
  readonly answeredAt?: number;
  readonly endedAt?: number;
};

/**
 * Moves a call along the state machine of shared/call-status.ts, the only way in which a status changes. Throws where the
 * move is not one of it, or the call has been moved meanwhile. No time is before an earlier one of the call, also where
 * the clock has been set back.
 */
export function updateCallStatus(
  db: Database,
  call: Pick<CallRow, 'id' | 'call_id' | 'status'>,
  to: CallStatus,
  changes: CallChanges = {},
): void {
  if (!canTransitionCall(call.status, to))
    throw new Error(`${call.call_id} is ${call.status} and cannot become ${to}.`);
  const { changes: moved } = db.run(
    `UPDATE call SET status = ?, reason = ?, disposition = ?, duration_seconds = ?,
       answered_at = coalesce(max(?, created_at), answered_at), ended_at = max(?, coalesce(answered_at, created_at))
     WHERE id = ? AND status = ?`,
    to,
    changes.reason ?? null,
    changes.disposition ?? null,
    changes.durationSeconds ?? 0,
    changes.answeredAt ?? null,
    changes.endedAt ?? null,
    call.id,
    call.status,
  );
  if (moved !== 1) throw new Error(`${call.call_id} is no longer ${call.status}.`);
}

type UnfinishedCall = Pick<CallRow, 'id' | 'call_id' | 'org_id' | 'status' | 'mode' | 'speed' | 'placed_by'>;

/** Calls of the states that a call does not stay in, in the order in which they were placed. */
export function listUnfinishedCalls(db: Database): readonly UnfinishedCall[] {
  return db.all<UnfinishedCall>(
    `SELECT id, call_id, org_id, status, mode, speed, placed_by FROM call
     WHERE status IN ('queued', 'ringing', 'in_progress') ORDER BY id`,
  );
}

export function countUnfinishedCalls(db: Database, orgId: string): number {
  const sql = `SELECT count(*) AS total FROM call
    WHERE status IN ('queued', 'ringing', 'in_progress') AND org_id = ?`;
  return db.get<{ readonly total: number }>(sql, orgId)?.total ?? 0;
}

type FailedCallRow = Pick<CallRow, 'call_id' | 'recipient_number' | 'reason'>;

/** Of the latest `limit` calls that failed, those that were placed since a moment, newest first. */
export function listFailedCallsSince(
  db: Database,
  orgId: string,
  sinceMs: number,
  limit: number,
): readonly FailedCallRow[] {
  return db.all<FailedCallRow>(
    `SELECT call_id, recipient_number, reason FROM (
       SELECT id, call_id, recipient_number, reason, created_at FROM call INDEXED BY call_by_status
       WHERE org_id = ? AND status = 'failed' ORDER BY id DESC LIMIT ?
     ) WHERE created_at >= ? ORDER BY id DESC`,
    orgId,
    limit,
    sinceMs,
  );
}

/** Whether this agent called this number at `since` or later; calls that did not come about do not count. */
export function hasCalledSince(
  db: Database,
  call: Pick<CallRow, 'org_id' | 'agent_id' | 'recipient_number'>,
  since: number,
): boolean {
  const found = db.get(
    `SELECT 1 FROM call
     WHERE org_id = ? AND recipient_number = ? AND agent_id = ? AND created_at >= ? AND status NOT IN ('canceled', 'failed')
     LIMIT 1`,
    call.org_id,
    call.recipient_number,
    call.agent_id,
    since,
  );
  return found !== undefined;
}
