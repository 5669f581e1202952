import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type {
  Document,
  DocumentErrorCode,
  DocumentKind,
  DocumentRecord,
  DocumentStatus,
} from '../../../../shared/knowledge/knowledge.ts';
import type { DocumentOmission } from '../../../../shared/knowledge/omissions.ts';
import type { SyncFields } from '../../../../shared/workspaces/sync.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertRow } from '../../platform/db/insert-row.ts';
import { addUpOmissions } from './add-up-omissions.ts';
import { countOmissions } from './chunk-queries.ts';
import { spellLabels } from './document-label-queries.ts';

/** A row of the table `document`. Only `listDeletingDocuments` returns rows with the status `deleting`. */
export type DocumentRow = {
  readonly id: number;
  /** All versions of a document have the same. */
  readonly document_id: string;
  readonly version: number;
  readonly is_current: 0 | 1;
  readonly org_id: string;
  readonly title: string;
  /** Null if it is not known: see `hasFile`. */
  readonly kind: DocumentKind | null;
  /** Empty if it is not known. */
  readonly file_name: string;
  /** 0 if it is not known. */
  readonly size_bytes: number;
  /** Empty if the file is not on this computer. */
  readonly sha256: string;
  /** The current version is never replaced. */
  readonly status: DocumentStatus;
  readonly failure: DocumentErrorCode | null;
  readonly failure_detail: string | null;
  readonly pages: number | null;
  readonly chunk_count: number;
  readonly attempts: number;
  /** 0 if it is not known. */
  readonly added_at: number;
  /** The number that the remote gave to this version; null if it is not known, and unless the workspace is linked. */
  readonly remote_version: number | null;
  /** What its sections leave out, added up, as JSON. */
  readonly omissions: string;
};

/** Returns the Document object of the service specification. `chunks_created` is 0 until the document is active. */
export function toDocument(row: DocumentRow): Document {
  return {
    document_id: row.document_id,
    title: row.title,
    status: row.status,
    chunks_created: row.status === 'active' ? row.chunk_count : 0,
    ...toError(row),
  };
}

export function toError({ failure, failure_detail }: Pick<DocumentRow, 'failure' | 'failure_detail'>) {
  return failure && { error: { code: failure, detail: failure_detail ?? '' } };
}

/**
 * Whether the original file is on this computer. Otherwise the document was uploaded to the remote elsewhere, and only what the remote
 * lists is known of its file.
 */
export function hasFile<Row extends Pick<DocumentRow, 'kind' | 'sha256'>>(
  row: Row,
): row is Row & { readonly kind: DocumentKind } {
  return row.sha256 !== '';
}

/** Returns the fields of the original file and when it was added; null if they are not known. */
export function toFileDetails(row: Pick<DocumentRow, 'kind' | 'file_name' | 'size_bytes' | 'sha256' | 'added_at'>) {
  return {
    kind: row.kind,
    file_name: row.file_name || null,
    size_bytes: row.size_bytes || null,
    sha256: row.sha256 || null,
    added_at: row.added_at === 0 ? null : formatTimestamp(row.added_at),
  };
}

/** What the record of a document has besides its row. */
type RecordParts = Pick<DocumentRecord, 'progress' | 'labels' | 'next_version' | 'similar'> & {
  readonly syncFields: SyncFields;
};

export function toDocumentRecord(row: DocumentRow, { syncFields, ...parts }: RecordParts): DocumentRecord {
  const document = toDocument(row);
  return {
    ...document,
    // A remote can have chunks in a status that this application does not know.
    chunks_created: syncFields.remote ? row.chunk_count : document.chunks_created,
    ...toFileDetails(row),
    pages: row.pages,
    version: row.version,
    ...parts,
    omissions: row.status === 'active' ? (JSON.parse(row.omissions) as DocumentOmission[]) : [], // written below
    ...syncFields,
  };
}

export type NewDocument = {
  readonly documentId: string;
  readonly title: string;
  readonly kind: DocumentKind;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
  /** Of a version that follows the current one; left out for the first. */
  readonly next?: { readonly version: number; readonly restoredFrom: number | null };
};

export type IngestFailure = { readonly code: DocumentErrorCode; readonly detail: string };

/** Stores a document with the status `processing` and returns its row id. */
export function insertDocument(db: Database, orgId: string, document: NewDocument): number {
  const rowId = insertRow(
    db,
    `INSERT INTO document (document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at, version,
       is_current, restored_from)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'processing', ?, ?, ?, ?)`,
    document.documentId,
    orgId,
    document.title,
    document.kind,
    document.fileName,
    document.sizeBytes,
    document.sha256,
    document.addedAt,
    document.next?.version ?? 1,
    document.next ? 0 : 1,
    document.next?.restoredFrom ?? null,
  );
  return rowId;
}

export function findDocument(db: Database, orgId: string, documentId: string): DocumentRow | undefined {
  return db.get<DocumentRow>(
    `SELECT * FROM document WHERE org_id = ? AND document_id = ? AND is_current = 1 AND status <> 'deleting'`,
    orgId,
    documentId,
  );
}

/** Returns documents with a row id below `before`, newest first. */
export function listDocuments(
  db: Database,
  orgId: string,
  page: { readonly before: number; readonly limit: number; readonly status?: DocumentStatus | undefined },
): readonly DocumentRow[] {
  return db.all<DocumentRow>(
    `SELECT * FROM document
     WHERE org_id = ? AND id < ? AND is_current = 1 AND status <> 'deleting' AND status = coalesce(?, status)
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
    `SELECT * FROM document WHERE org_id = ? AND is_current = 1 AND status IN ('processing', 'failed') ORDER BY id DESC`,
    orgId,
  );
}

/** Returns a text that changes when the set of active documents does. Row ids are never used twice. */
export function readActiveVersion(db: Database, orgId: string): string {
  const sql = `SELECT count(*) || ' ' || coalesce(sum(id), 0) AS version FROM document WHERE org_id = ? AND status = 'active'`;
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

/** The documents that are listed, or have one of the labels. */
export type DocumentFilter = {
  readonly documentIds?: readonly string[] | undefined;
  readonly labels?: readonly string[] | undefined;
};

/** Returns the active documents of a filter, newest first. */
export function listFilteredDocuments(
  db: Database,
  orgId: string,
  { documentIds = [], labels = [] }: DocumentFilter,
): readonly Pick<DocumentRow, 'id' | 'document_id' | 'chunk_count'>[] {
  return db.all(
    `SELECT id, document_id, chunk_count FROM document WHERE org_id = ? AND status = 'active' AND (
       document_id IN (SELECT value FROM json_each(?)) OR document_id IN (
         SELECT document_id FROM document_label WHERE label IN (SELECT value FROM json_each(?))))
     ORDER BY id DESC`,
    orgId,
    JSON.stringify(documentIds),
    JSON.stringify(spellLabels(db, orgId, labels)),
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

/** Activates a document whose sections and chunks are stored. */
export function activateDocument(
  db: Database,
  orgId: string,
  id: number,
  result: { readonly pages: number | null; readonly chunkCount: number; readonly model: string },
): void {
  db.run(
    `UPDATE document SET status = 'active', pages = ?, chunk_count = ?, model = ?, omissions = ? WHERE org_id = ? AND id = ?`,
    result.pages,
    result.chunkCount,
    result.model,
    JSON.stringify(addUpOmissions(countOmissions(db, id))),
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

/** Renames a document. Its replaced versions keep the title that they had. */
export function renameDocument(db: Database, orgId: string, documentId: string, title: string): void {
  const sql = `UPDATE document SET title = ? WHERE org_id = ? AND document_id = ? AND status <> 'replaced'`;
  db.run(sql, title, orgId, documentId);
}

export function markDocumentDeleting(db: Database, orgId: string, id: number): void {
  db.run(`UPDATE document SET status = 'deleting' WHERE org_id = ? AND id = ?`, orgId, id);
}

export function deleteDocumentRow(db: Database, orgId: string, id: number): void {
  db.run('DELETE FROM document WHERE org_id = ? AND id = ?', orgId, id);
}

/** Whether a document of any organization, or a search model, uses the file. Organizations of a workspace share files with equal content. */
export function isFileUsed(db: Database, sha256: string): boolean {
  const sql = `SELECT 1 FROM document WHERE sha256 = ? AND status <> 'deleting'
    UNION ALL SELECT 1 FROM search_model, json_each(model, '$.files') WHERE value ->> 'sha256' = ? LIMIT 1`;
  return db.get(sql, sha256, sha256) !== undefined;
}

/** Counts the documents that were added at a time or later, in milliseconds since the epoch. */
export function countDocumentsSince(db: Database, orgId: string, sinceMs: number): number {
  const counted = db.get<{ readonly count: number }>(
    `SELECT count(*) AS count FROM document WHERE org_id = ? AND added_at >= ? AND is_current = 1 AND status <> 'deleting'`,
    orgId,
    sinceMs,
  );
  return counted?.count ?? 0;
}
