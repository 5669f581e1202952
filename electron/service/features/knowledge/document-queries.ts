import type { DocumentErrorCode, DocumentKind, DocumentStatus } from '../../../../shared/knowledge/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DocumentRow } from './document-row.ts';

export type NewDocument = {
  readonly documentId: string;
  readonly title: string;
  readonly kind: DocumentKind;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
};

export type IngestFailure = { readonly code: DocumentErrorCode; readonly detail: string };

/** Stores a document with the status `processing` and returns its row id. */
export function insertDocument(db: Database, orgId: string, document: NewDocument): number {
  const { rowId } = db.run(
    `INSERT INTO document (document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'processing', ?)`,
    document.documentId,
    orgId,
    document.title,
    document.kind,
    document.fileName,
    document.sizeBytes,
    document.sha256,
    document.addedAt,
  );
  return rowId;
}

export function findDocument(db: Database, orgId: string, documentId: string): DocumentRow | undefined {
  return db.get<DocumentRow>(
    `SELECT * FROM document WHERE org_id = ? AND document_id = ? AND status <> 'deleting'`,
    orgId,
    documentId,
  );
}

export function findDocumentByRowId(db: Database, orgId: string, id: number): DocumentRow | undefined {
  return db.get<DocumentRow>(`SELECT * FROM document WHERE org_id = ? AND id = ? AND status <> 'deleting'`, orgId, id);
}

/** Returns documents with a row id below `before`, newest first. */
export function listDocuments(
  db: Database,
  orgId: string,
  page: { readonly before: number; readonly limit: number; readonly status?: DocumentStatus | undefined },
): readonly DocumentRow[] {
  return db.all<DocumentRow>(
    `SELECT * FROM document
     WHERE org_id = ? AND id < ? AND status <> 'deleting' AND status = coalesce(?, status)
     ORDER BY id DESC LIMIT ?`,
    orgId,
    page.before,
    page.status ?? null,
    page.limit,
  );
}

/** Returns processing and failed documents, newest first. */
export function listInactiveDocuments(db: Database, orgId: string): readonly DocumentRow[] {
  return db.all<DocumentRow>(
    `SELECT * FROM document WHERE org_id = ? AND status IN ('processing', 'failed') ORDER BY id DESC`,
    orgId,
  );
}

/** Returns a text that changes when the set of active documents does. Row ids are never used twice. */
export function readActiveVersion(db: Database, orgId: string): string {
  const sql = `SELECT count(*) || ' ' || total(id) AS version FROM document WHERE org_id = ? AND status = 'active'`;
  return db.get<{ readonly version: string }>(sql, orgId)?.version ?? '';
}

/** Returns active documents, newest first. */
export function listActiveDocuments(
  db: Database,
  orgId: string,
  limit: number,
): readonly Pick<DocumentRow, 'id' | 'chunk_count'>[] {
  return db.all(
    `SELECT id, chunk_count FROM document WHERE org_id = ? AND status = 'active' ORDER BY id DESC LIMIT ?`,
    orgId,
    limit,
  );
}

/** Returns the processing documents of all organizations, oldest first. */
export function listProcessingDocuments(db: Database): readonly Pick<DocumentRow, 'id' | 'org_id' | 'size_bytes'>[] {
  return db.all(`SELECT id, org_id, size_bytes FROM document WHERE status = 'processing' ORDER BY id`);
}

/** Returns documents of all organizations whose deletion is unfinished. */
export function listDeletingDocuments(db: Database): readonly Pick<DocumentRow, 'id' | 'org_id' | 'sha256'>[] {
  return db.all(`SELECT id, org_id, sha256 FROM document WHERE status = 'deleting'`);
}

/**
 * Marks active documents of all organizations whose vectors belong to another model as `processing`. One without a file was
 * uploaded to a remote by someone else, so it has no vectors.
 */
export function requeueOutdatedDocuments(db: Database, model: string): void {
  db.run(
    `UPDATE document SET status = 'processing', attempts = 0 WHERE status = 'active' AND model IS NOT ? AND sha256 <> ''`,
    model,
  );
}

export function incrementAttempts(db: Database, orgId: string, id: number): void {
  db.run('UPDATE document SET attempts = attempts + 1 WHERE org_id = ? AND id = ?', orgId, id);
}

export function decrementAttempts(db: Database, orgId: string, id: number): void {
  db.run('UPDATE document SET attempts = attempts - 1 WHERE org_id = ? AND id = ?', orgId, id);
}

export function activateDocument(
  db: Database,
  orgId: string,
  id: number,
  result: { readonly pages: number | null; readonly chunkCount: number; readonly model: string },
): void {
  db.run(
    `UPDATE document SET status = 'active', pages = ?, chunk_count = ?, model = ? WHERE org_id = ? AND id = ?`,
    result.pages,
    result.chunkCount,
    result.model,
    orgId,
    id,
  );
}

export function failDocument(db: Database, orgId: string, id: number, { code, detail }: IngestFailure): void {
  db.run(
    `UPDATE document SET status = 'failed', failure = ?, failure_detail = ? WHERE org_id = ? AND id = ?`,
    code,
    detail,
    orgId,
    id,
  );
}

export function requeueDocument(db: Database, orgId: string, id: number): void {
  db.run(
    `UPDATE document SET status = 'processing', failure = NULL, failure_detail = NULL, attempts = 0
     WHERE org_id = ? AND id = ?`,
    orgId,
    id,
  );
}

export function markDocumentDeleting(db: Database, orgId: string, id: number): void {
  db.run(`UPDATE document SET status = 'deleting' WHERE org_id = ? AND id = ?`, orgId, id);
}

export function deleteDocumentRow(db: Database, orgId: string, id: number): void {
  db.run('DELETE FROM document WHERE org_id = ? AND id = ?', orgId, id);
}

/** Whether a document of any organization uses the file. Organizations of a workspace share files with equal content. */
export function isFileUsed(db: Database, sha256: string): boolean {
  return db.get(`SELECT 1 FROM document WHERE sha256 = ? AND status <> 'deleting' LIMIT 1`, sha256) !== undefined;
}

/** Counts the documents that were added at a time or later, in milliseconds since the epoch. */
export function countDocumentsSince(db: Database, orgId: string, sinceMs: number): number {
  const counted = db.get<{ readonly count: number }>(
    `SELECT count(*) AS count FROM document WHERE org_id = ? AND added_at >= ? AND status <> 'deleting'`,
    orgId,
    sinceMs,
  );
  return counted?.count ?? 0;
}
