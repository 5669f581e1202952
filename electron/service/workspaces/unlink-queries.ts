import type { CallStatus } from '../../../shared/calls/call-status.ts';
import type { Database } from '../platform/db/database.ts';

/** Returns the number of changes that were canceled. */
export function cancelOutboxItems(db: Database, reason: string, now: number): number {
  return db.run(
    `UPDATE outbox_item SET state = 'canceled', reason = ?, next_attempt_at = NULL, settled_at = ?
     WHERE state NOT IN ('done', 'canceled')`,
    reason,
    now,
  ).changes;
}

type UnfinishedCall = {
  readonly id: number;
  readonly call_id: string;
  readonly org_id: string;
  readonly status: CallStatus;
  /** 1 if the remote can have received it. */
  readonly was_sent: number;
};

/** Lists the calls of the remote that have not ended. */
export function listUnfinishedRemoteCalls(db: Database): readonly UnfinishedCall[] {
  return db.all<UnfinishedCall>(
    `SELECT id, call_id, org_id, status,
       EXISTS (SELECT 1 FROM remote_item WHERE kind = 'call' AND local_id = call_id)
         OR EXISTS (SELECT 1 FROM outbox_item WHERE subject_id = call_id AND first_sent_at IS NOT NULL) AS was_sent
     FROM call WHERE mode = 'remote' AND status IN ('queued', 'ringing', 'in_progress') ORDER BY id`,
  );
}

/** Marks documents that the remote was processing as failed if this computer has no file of them. */
export function failDocumentsWithoutFile(db: Database, detail: string): void {
  db.run(
    `UPDATE document SET status = 'failed', failure = 'interrupted', failure_detail = ?
     WHERE status = 'processing' AND sha256 = ''`,
    detail,
  );
}

export function makeWorkspaceLocal(db: Database): void {
  db.run(`UPDATE workspace SET kind = 'local'`);
}
