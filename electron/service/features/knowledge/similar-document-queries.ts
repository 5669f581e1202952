import type { SimilarDocument } from '../../../../shared/knowledge/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DocumentRow } from './document-queries.ts';
import type { TextSketch } from './text-sketch.ts';

/** A document whose text can be compared. */
type Candidate = Pick<DocumentRow, 'id' | 'document_id'> & {
  /** Null if it was not computed yet. */
  readonly sketch: Uint8Array | null;
};

/**
 * Returns active documents with a row id above `after`, oldest first, that can be offered as the earlier version of a document.
 * Documents with the same file, and documents that were offered before, are left out.
 */
export function listCandidates(
  db: Database,
  { org_id, document_id, sha256 }: Pick<DocumentRow, 'org_id' | 'document_id' | 'sha256'>,
  { after, limit }: { readonly after: number; readonly limit: number },
): readonly Candidate[] {
  return db.all<Candidate>(
    `SELECT document.id, document.document_id, document_sketch.sketch FROM document
     LEFT JOIN document_sketch ON document_sketch.document = document.id
     WHERE org_id = ? AND id > ? AND status = 'active' AND document_id <> ? AND sha256 <> ? AND NOT EXISTS (
       SELECT 1 FROM similar_document AS pair WHERE pair.document_id = ? AND pair.similar_id = document.document_id
         OR pair.document_id = document.document_id AND pair.similar_id = ?)
     ORDER BY id LIMIT ?`,
    org_id,
    after,
    document_id,
    sha256,
    document_id,
    document_id,
    limit,
  );
}

export function storeSketch(db: Database, documentRowId: number, sketch: TextSketch): void {
  db.run(
    `INSERT INTO document_sketch (document, sketch) VALUES (?, ?)
     ON CONFLICT (document) DO UPDATE SET sketch = excluded.sketch`,
    documentRowId,
    new Uint8Array(sketch.buffer, sketch.byteOffset, sketch.byteLength),
  );
}

export function insertSimilar(db: Database, documentId: string, similarId: string): void {
  db.run(
    'INSERT INTO similar_document (document_id, similar_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    documentId,
    similarId,
  );
}

/** Deletes the offer to replace an older document, unless it is `similarId`. */
export function deleteOtherOffers(db: Database, documentId: string, similarId: string | null): void {
  const sql = 'DELETE FROM similar_document WHERE document_id = ? AND similar_id <> ? AND is_kept = 0';
  db.run(sql, documentId, similarId ?? '');
}

/** Stores that both documents are kept, also if they were not compared yet. */
export function keepBoth(db: Database, documentId: string, similarId: string): void {
  db.run(
    `INSERT INTO similar_document (document_id, similar_id, is_kept) VALUES (?, ?, 1)
     ON CONFLICT (document_id, similar_id) DO UPDATE SET is_kept = 1`,
    documentId,
    similarId,
  );
}

export function deleteSimilar(db: Database, documentId: string): void {
  db.run('DELETE FROM similar_document WHERE document_id = ? OR similar_id = ?', documentId, documentId);
}

const selectOffers = `
  SELECT pair.document_id AS newer_id, older.document_id, older.title FROM similar_document AS pair
  JOIN document AS newer ON newer.document_id = pair.document_id AND newer.is_current = 1 AND newer.status = 'active'
  JOIN document AS older ON older.document_id = pair.similar_id AND older.is_current = 1 AND older.status = 'active'
  WHERE pair.is_kept = 0
    AND NOT EXISTS (SELECT 1 FROM document AS other WHERE other.document_id = pair.document_id AND other.id <> newer.id)`;

type Offer = SimilarDocument & { readonly newer_id: string };

/** Returns the older documents that documents with one version can replace, by the ID of the newer one. */
export function listOffers(db: Database): ReadonlyMap<string, SimilarDocument> {
  return new Map(db.all<Offer>(selectOffers).map(({ newer_id, ...offer }) => [newer_id, offer]));
}

export function findOffer(db: Database, documentId: string): SimilarDocument | null {
  const offer = db.get<Offer>(`${selectOffers} AND pair.document_id = ? LIMIT 1`, documentId);
  return offer ? { document_id: offer.document_id, title: offer.title } : null;
}
