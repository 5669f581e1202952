import type { DocumentStatus } from '../../../../shared/knowledge/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import { toError, type DocumentRow } from './document-queries.ts';

/** A version of a document: the current one, one that will follow it, or one that was replaced. */
export type VersionRow = Omit<DocumentRow, 'status'> & {
  readonly status: DocumentStatus | 'replaced';
  readonly replaced_at: number | null;
  /** The version whose file it has. */
  readonly restored_from: number | null;
};

/** Returns the versions of a document, latest first. */
export function listVersions(db: Database, orgId: string, documentId: string): readonly VersionRow[] {
  return db.all<VersionRow>(
    `SELECT * FROM document WHERE org_id = ? AND document_id = ? AND status <> 'deleting' ORDER BY version DESC`,
    orgId,
    documentId,
  );
}

export function findVersionByRowId(db: Database, orgId: string, id: number): VersionRow | undefined {
  return db.get<VersionRow>(`SELECT * FROM document WHERE org_id = ? AND id = ? AND status <> 'deleting'`, orgId, id);
}

/** Returns the versions of all documents that are being processed, or have failed, to replace the current one. */
export function listNextVersions(db: Database): readonly DocumentRow[] {
  return db.all<DocumentRow>(
    `SELECT * FROM document WHERE is_current = 0 AND status IN ('processing', 'failed') ORDER BY id`,
  );
}

/** Returns the version of a document that is being processed, or has failed, to replace the current one. */
export function findNextVersion(db: Database, documentId: string): DocumentRow | undefined {
  return db.get<DocumentRow>(
    `SELECT * FROM document WHERE document_id = ? AND is_current = 0 AND status IN ('processing', 'failed')
     ORDER BY version DESC LIMIT 1`,
    documentId,
  );
}

export function toNextVersion(next: DocumentRow) {
  const status = next.status === 'failed' ? ('failed' as const) : ('processing' as const);
  return { version: next.version, status, ...toError(next) };
}

/** Returns the number of a new version. No number is used twice, not even one of a version that is being deleted. */
export function findFreeVersion(db: Database, documentId: string): number {
  const sql = 'SELECT max(version) AS last FROM document WHERE document_id = ?';
  return (db.get<{ readonly last: number | null }>(sql, documentId)?.last ?? 0) + 1;
}

/** Makes a version the current one. Call it in the transaction that activates it. */
export function replaceVersion(
  db: Database,
  { current, next, replacedAt }: { readonly current: number; readonly next: number; readonly replacedAt: number },
): void {
  db.run(`UPDATE document SET is_current = 0, status = 'replaced', replaced_at = ? WHERE id = ?`, replacedAt, current);
  db.run('UPDATE document SET is_current = 1 WHERE id = ?', next);
}

/** Makes a document the current version of another one, whose title it gets. Call it in the transaction that decides it. */
export function moveDocument(
  db: Database,
  {
    next,
    current,
    version,
    replacedAt,
  }: {
    readonly next: number;
    readonly current: Pick<DocumentRow, 'id' | 'document_id' | 'title'>;
    readonly version: number;
    readonly replacedAt: number;
  },
): void {
  const { id, document_id, title } = current;
  replaceVersion(db, { current: id, next, replacedAt });
  db.run('UPDATE document SET document_id = ?, version = ?, title = ? WHERE id = ?', document_id, version, title, next);
}

/** Makes a version the current one in place of one that was never active, which is deleted. */
export function discardVersion(db: Database, current: number, next: number): void {
  db.run(`UPDATE document SET is_current = 0, status = 'deleting' WHERE id = ?`, current);
  db.run('UPDATE document SET is_current = 1 WHERE id = ?', next);
}

type ReplacedVersion = Pick<DocumentRow, 'id' | 'org_id' | 'size_bytes'>;

/** Returns the replaced versions of all organizations that are still in the search index. Their last chunk leaves it last. */
export function listIndexedReplacedVersions(db: Database): readonly ReplacedVersion[] {
  return db.all<ReplacedVersion>(
    `SELECT id, org_id, size_bytes FROM document WHERE status = 'replaced'
       AND (SELECT is_indexed FROM chunk WHERE chunk.document = document.id ORDER BY position DESC LIMIT 1) = 1 ORDER BY id`,
  );
}

/** Returns the replaced versions of all organizations whose text is not complete, such as after a restore. */
export function listUnreadReplacedVersions(db: Database): readonly ReplacedVersion[] {
  return db.all<ReplacedVersion>(
    `SELECT id, org_id, size_bytes FROM document WHERE status = 'replaced'
       AND (SELECT count(*) FROM chunk WHERE chunk.document = document.id) < chunk_count ORDER BY id`,
  );
}
