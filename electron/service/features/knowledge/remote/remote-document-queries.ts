import type { OutboxKind } from '../../../../../shared/workspaces/sync.ts';
import type { Database } from '../../../platform/db/database.ts';
import { insertRow } from '../../../platform/db/insert-row.ts';
import type { DocumentRow } from '../document-queries.ts';

/** A document that the remote has, with what is known from there. */
export type MirroredDocument = DocumentRow & {
  readonly remote_id: string;
  readonly remote_status: string | null;
  readonly etag: string | null;
  readonly fetched_at: number | null;
  readonly remote_error: string | null;
};

const selectMirrored = `
  SELECT document.*, remote_item.remote_id, remote_item.remote_status, remote_item.etag, remote_item.fetched_at,
    remote_item.error AS remote_error
  FROM remote_item JOIN document ON document.document_id = remote_item.local_id
  WHERE remote_item.kind = 'document' AND document.org_id = ? AND document.is_current = 1
    AND document.status <> 'deleting'`;

/** Returns the documents that the remote has, the one that was fetched longest ago first. */
export function listMirroredDocuments(db: Database, orgId: string): readonly MirroredDocument[] {
  return db.all<MirroredDocument>(`${selectMirrored} ORDER BY remote_item.fetched_at, document.id`, orgId);
}

export function findMirroredDocument(db: Database, orgId: string, remoteId: string): MirroredDocument | undefined {
  return db.get<MirroredDocument>(`${selectMirrored} AND remote_item.remote_id = ?`, orgId, remoteId);
}

/** Whether the remote is processing a document, or a new version of one. A document with a status that is not known may never change. */
export function hasProcessingDocuments(db: Database, orgId: string): boolean {
  const sql = `SELECT 1 FROM document INDEXED BY document_processing CROSS JOIN remote_item
    ON remote_item.kind = 'document' AND remote_item.local_id = document.document_id
    WHERE document.org_id = ? AND document.status = 'processing'
      AND CASE WHEN document.is_current = 1 THEN remote_item.remote_status IS NULL ELSE document.remote_version IS NOT NULL END LIMIT 1`;
  return db.get(sql, orgId) !== undefined;
}

/** Whether an upload is being sent. */
export function isUploading(db: Database): boolean {
  const sql = `SELECT 1 FROM outbox_item
    WHERE state NOT IN ('done', 'canceled') AND state = 'in_flight' AND kind = 'upload_document' LIMIT 1`;
  return db.get(sql) !== undefined;
}

/** Whether a change or a new version of a document waits for the remote. */
export function hasOpenChange(
  db: Database,
  documentId: string,
  kind: Extract<OutboxKind, 'change_document' | 'replace_document'>,
): boolean {
  const sql = `SELECT 1 FROM outbox_item
    WHERE subject_id = ? AND kind = ? AND state NOT IN ('done', 'canceled') LIMIT 1`;
  return db.get(sql, documentId, kind) !== undefined;
}

/** Returns the version of a document to which the remote gave this number. */
export function findRemoteVersion(db: Database, documentId: string, remoteVersion: number): DocumentRow | undefined {
  return db.get<DocumentRow>(
    `SELECT * FROM document WHERE document_id = ? AND remote_version = ? AND status <> 'deleting' ORDER BY id DESC LIMIT 1`,
    documentId,
    remoteVersion,
  );
}

export function setRemoteVersion(db: Database, id: number, remoteVersion: number): void {
  db.run('UPDATE document SET remote_version = ? WHERE id = ?', remoteVersion, id);
}

/** Stores a version that was uploaded to the remote elsewhere, without its file. Returns its row id. */
export function insertForeignVersion(
  db: Database,
  { org_id, document_id, title }: DocumentRow,
  version: number,
  remoteVersion: number,
): number {
  return insertRow(
    db,
    `INSERT INTO document (document_id, version, is_current, org_id, title, kind, file_name, size_bytes, sha256, status, added_at,
       remote_version)
     VALUES (?, ?, 0, ?, ?, NULL, '', 0, '', 'processing', 0, ?)`,
    document_id,
    version,
    org_id,
    title,
    remoteVersion,
  );
}

/** Returns when the remote's list was last read in full; null if it was not. */
export function findListReadAt(db: Database): number | null {
  const row = db.get<{ readonly cursor: string | null }>(`SELECT cursor FROM refresh WHERE part = 'documents'`);
  return typeof row?.cursor === 'string' ? Number(row.cursor) : null;
}

/** Stores when a complete reading of the list began. */
export function storeListReadAt(db: Database, readAt: number): void {
  db.run(
    `INSERT INTO refresh (part, cursor) VALUES ('documents', ?) ON CONFLICT (part) DO UPDATE SET cursor = excluded.cursor`,
    String(readAt),
  );
}

/**
 * Whether the remote's list may have a new document with this title that another item has uploaded, without its ID being known
 * here. The document of an item that was settled before the list was read at `listReadAt` is not new.
 */
export function hasOtherUnansweredUpload(
  db: Database,
  title: string,
  { itemId, listReadAt }: { readonly itemId: string; readonly listReadAt: number | null },
): boolean {
  const sql = `SELECT 1 FROM outbox_item AS other
    WHERE other.kind = 'upload_document' AND other.first_sent_at IS NOT NULL AND other.item_id <> ?
      AND other.payload ->> 'title' = ? AND coalesce(other.settled_at >= ?, TRUE)
      AND (other.state <> 'done' OR EXISTS (SELECT 1 FROM document WHERE document_id = other.subject_id))
      AND NOT EXISTS (SELECT 1 FROM remote_item WHERE kind = 'document' AND local_id = other.subject_id) LIMIT 1`;
  return db.get(sql, itemId, title, listReadAt) !== undefined;
}

/** Stores a document that was uploaded elsewhere, without its file. Without a row id, it gets the next one. */
export function insertForeignDocument(
  db: Database,
  orgId: string,
  { rowId, documentId, title }: { readonly rowId: number | null; readonly documentId: string; readonly title: string },
): void {
  db.run(
    `INSERT INTO document (id, document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at)
     VALUES (?, ?, ?, ?, NULL, '', 0, '', 'processing', 0)`,
    rowId,
    documentId,
    orgId,
    title,
  );
}

/** The columns that repeat what the remote has. */
const mirroredColumns = [
  'title',
  'status',
  'chunk_count',
  'failure_detail',
  'kind',
  'file_name',
  'size_bytes',
  'pages',
  'added_at',
] as const satisfies readonly (keyof DocumentRow)[];

/** `failure_detail` is why it failed on the remote, as a sentence; null unless it failed. */
export type DocumentUpdate = Pick<DocumentRow, (typeof mirroredColumns)[number]>;

/** Stores what the remote has, and returns whether anything is different. */
export function updateMirroredDocument(db: Database, known: MirroredDocument, update: DocumentUpdate): boolean {
  if (mirroredColumns.every((column) => update[column] === known[column])) return false;
  db.run(
    `UPDATE document SET ${mirroredColumns.map((column) => `${column} = ?`).join(', ')}, failure = ?
     WHERE org_id = ? AND id = ?`,
    ...mirroredColumns.map((column) => update[column]),
    update.failure_detail === null ? null : 'remote',
    known.org_id,
    known.id,
  );
  return true;
}

/** Gives the file of a document to a version that was uploaded elsewhere, which is the same one. */
export function copyFile(db: Database, from: DocumentRow, to: DocumentRow): void {
  const { kind, file_name, size_bytes, sha256, added_at } = from;
  db.run(
    'UPDATE document SET kind = ?, file_name = ?, size_bytes = ?, sha256 = ?, added_at = ? WHERE id = ?',
    kind,
    file_name,
    size_bytes,
    sha256,
    added_at,
    to.id,
  );
}
