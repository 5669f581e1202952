import type { DocumentErrorCode, DocumentKind, DocumentStatus } from '../../../../shared/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DocumentRow } from './document-row.ts';

export type NewDocument = {
  readonly documentId: string;
  readonly orgId: string;
  readonly title: string;
  readonly kind: DocumentKind;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly addedAt: number;
};

/** Stores a document that is to be read; gives its row id. */
export function insertDocument(db: Database, document: NewDocument): number {
  const { rowId } = db.run(
    `INSERT INTO document (document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'processing', ?)`,
    document.documentId,
    document.orgId,
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
    `SELECT * FROM document WHERE document_id = ? AND org_id = ? AND status <> 'deleting'`,
    documentId,
    orgId,
  );
}

export function findDocumentByRowId(db: Database, id: number): DocumentRow | undefined {
  return db.get<DocumentRow>(`SELECT * FROM document WHERE id = ? AND status <> 'deleting'`, id);
}

/** Newest first, from below row `before`; one more than asked for would be the next page. */
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

/** What is being read or could not be, newest first. */
export function listInactiveDocuments(db: Database, orgId: string): readonly DocumentRow[] {
  return db.all<DocumentRow>(
    `SELECT * FROM document WHERE org_id = ? AND status IN ('processing', 'failed') ORDER BY id DESC`,
    orgId,
  );
}

export function listProcessingDocuments(db: Database): readonly DocumentRow[] {
  return db.all<DocumentRow>(`SELECT * FROM document WHERE status = 'processing' ORDER BY id`);
}

export function listDeletingDocuments(db: Database): readonly Pick<DocumentRow, 'id' | 'org_id' | 'sha256'>[] {
  return db.all(`SELECT id, org_id, sha256 FROM document WHERE status = 'deleting'`);
}

/** Puts active documents whose vectors are of another model back to be read; gives how many. */
export function requeueOutdatedDocuments(db: Database, model: string): number {
  return db.run(
    `UPDATE document SET status = 'processing', attempts = 0 WHERE status = 'active' AND model IS NOT ?`,
    model,
  ).changes;
}

export function incrementAttempts(db: Database, id: number): void {
  db.run('UPDATE document SET attempts = attempts + 1 WHERE id = ?', id);
}

export function decrementAttempts(db: Database, id: number): void {
  db.run('UPDATE document SET attempts = attempts - 1 WHERE id = ?', id);
}

export function activateDocument(
  db: Database,
  id: number,
  result: { readonly pages: number | null; readonly chunkCount: number; readonly model: string },
): void {
  db.run(
    `UPDATE document SET status = 'active', pages = ?, chunk_count = ?, model = ? WHERE id = ?`,
    result.pages,
    result.chunkCount,
    result.model,
    id,
  );
}

export function failDocument(db: Database, id: number, failure: DocumentErrorCode, detail: string): void {
  db.run(`UPDATE document SET status = 'failed', failure = ?, failure_detail = ? WHERE id = ?`, failure, detail, id);
}

export function requeueDocument(db: Database, id: number): void {
  db.run(
    `UPDATE document SET status = 'processing', failure = NULL, failure_detail = NULL, attempts = 0 WHERE id = ?`,
    id,
  );
}

export function markDocumentDeleting(db: Database, id: number): void {
  db.run(`UPDATE document SET status = 'deleting' WHERE id = ?`, id);
}

export function deleteDocumentRow(db: Database, id: number): void {
  db.run('DELETE FROM document WHERE id = ?', id);
}

export function isFileUsed(db: Database, sha256: string): boolean {
  return db.get(`SELECT 1 FROM document WHERE sha256 = ? AND status <> 'deleting' LIMIT 1`, sha256) !== undefined;
}
