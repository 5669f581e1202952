import type { LinkPreview } from '../../../shared/workspaces/connection.ts';
import type { CallStatus } from '../../../shared/calls/call-status.ts';
import type { Database } from '../platform/db/database.ts';

/** A document whose file is on this computer. */
export type SendableDocument = LinkPreview['documents'][number] & { readonly id: number; readonly sha256: string };

/** Newest first. */
export function listSendableDocuments(db: Database, orgId: string): readonly SendableDocument[] {
  return db.all<SendableDocument>(
    `SELECT id, document_id, title, file_name, size_bytes, status, sha256 FROM document
     WHERE org_id = ? AND is_current = 1 AND status <> 'deleting' AND sha256 <> '' ORDER BY id DESC`,
    orgId,
  );
}

/** The remote reports when it is active. */
export function markDocumentSending(db: Database, id: number): void {
  db.run(
    `UPDATE document SET status = 'processing', failure = NULL, failure_detail = NULL, attempts = 0 WHERE id = ?`,
    id,
  );
}

/** A version that has not replaced the current one is not sent. */
export function failNextVersions(db: Database, reason: string): void {
  db.run(
    `UPDATE document SET status = 'failed', failure = 'remote', failure_detail = ?
     WHERE is_current = 0 AND status = 'processing'`,
    reason,
  );
}

/** The remote finds its own similar documents. */
export function deleteOffers(db: Database): void {
  db.run('DELETE FROM similar_document WHERE is_kept = 0');
}

export function keepDocumentHere(db: Database, id: number, reason: string): void {
  db.run(`UPDATE document SET status = 'failed', failure = 'remote', failure_detail = ? WHERE id = ?`, reason, id);
}

export type SendableRequest = LinkPreview['requests'][number] & {
  readonly target_audience: string;
  /** JSON. */
  readonly required_integrations: string;
};

/** Newest first. */
export function listSendableRequests(db: Database, orgId: string): readonly SendableRequest[] {
  return db.all<SendableRequest>(
    `SELECT request_id, name, objective, target_audience, required_integrations FROM agent_request
     WHERE org_id = ? AND status = 'pending_review' ORDER BY id DESC`,
    orgId,
  );
}

export function listActiveAgentIds(db: Database, orgId: string): readonly string[] {
  return db
    .all<{ readonly agent_id: string }>(`SELECT agent_id FROM agent WHERE org_id = ? AND status = 'active'`, orgId)
    .map(({ agent_id }) => agent_id);
}

export function countMetadataTemplates(db: Database): number {
  return Number(db.get(`SELECT count(*) AS count FROM saved_item WHERE kind = 'metadata_template'`)?.['count']);
}

export function archiveAgents(db: Database, orgId: string): void {
  db.run(`UPDATE agent SET status = 'archived' WHERE org_id = ? AND status = 'active'`, orgId);
}

/** Restores the agents that the link has archived. */
export function restoreArchivedAgents(db: Database): void {
  db.run(
    `UPDATE agent SET status = 'active'
     WHERE agent_id IN (SELECT value FROM connection, json_each(connection.archived_agents))`,
  );
}

/**
 * Forgets the IDs and version numbers that an earlier remote gave: the next remote can give them to other items and files. Invoices and
 * members keep theirs, because nothing is sent about them.
 */
export function forgetRemoteItems(db: Database): void {
  db.run(`DELETE FROM remote_item WHERE kind NOT IN ('invoice', 'member')`);
  db.run('UPDATE document SET remote_version = NULL WHERE remote_version IS NOT NULL');
  db.run('DELETE FROM refresh');
}

export function makeWorkspaceLinked(db: Database): void {
  db.run(`UPDATE workspace SET kind = 'linked'`);
}

export type UnfinishedCall = {
  readonly id: number;
  readonly call_id: string;
  readonly org_id: string;
  readonly status: CallStatus;
  /** 1 if the remote has given it an ID. */
  readonly was_accepted: 0 | 1;
  /** 1 if the remote can have received it. */
  readonly was_sent: 0 | 1;
};

/** Lists the remote's calls that have not ended. */
export function listUnfinishedRemoteCalls(db: Database): readonly UnfinishedCall[] {
  return db.all<UnfinishedCall>(
    `SELECT id, call_id, org_id, status,
       EXISTS (SELECT 1 FROM remote_item WHERE kind = 'call' AND local_id = call_id) AS was_accepted,
       EXISTS (SELECT 1 FROM outbox_item WHERE subject_id = call_id AND first_sent_at IS NOT NULL) AS was_sent
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

/** Processes documents that the remote has not accepted on this computer. One that was deleted at the remote stays unused. */
export function requeueUnsentDocuments(db: Database): void {
  db.run(
    `UPDATE document SET status = 'processing', failure = NULL, failure_detail = NULL, attempts = 0
     WHERE status = 'failed' AND failure = 'remote' AND sha256 <> ''
       AND NOT EXISTS (SELECT 1 FROM remote_item WHERE kind = 'document' AND local_id = document_id)`,
  );
}

export function makeWorkspaceLocal(db: Database): void {
  db.run(`UPDATE workspace SET kind = 'local'`);
}
