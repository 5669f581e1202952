import type { LinkPreview } from '../../../shared/workspaces/connection.ts';
import type { Database } from '../platform/db/database.ts';

/** A document whose file is on this computer. */
export type SendableDocument = LinkPreview['documents'][number] & { readonly id: number; readonly sha256: string };

/** Newest first. */
export function listSendableDocuments(db: Database, orgId: string): readonly SendableDocument[] {
  return db.all<SendableDocument>(
    `SELECT id, document_id, title, file_name, size_bytes, status, sha256 FROM document
     WHERE org_id = ? AND status <> 'deleting' AND sha256 <> '' ORDER BY id DESC`,
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

export function countActiveAgents(db: Database, orgId: string): number {
  return Number(db.get(`SELECT count(*) AS count FROM agent WHERE org_id = ? AND status = 'active'`, orgId)?.['count']);
}

export function countMetadataTemplates(db: Database): number {
  return Number(db.get(`SELECT count(*) AS count FROM saved_item WHERE kind = 'metadata_template'`)?.['count']);
}

export function archiveAgents(db: Database, orgId: string): void {
  db.run(`UPDATE agent SET status = 'archived' WHERE org_id = ?`, orgId);
}

export function makeWorkspaceLinked(db: Database): void {
  db.run(`UPDATE workspace SET kind = 'linked'`);
}
