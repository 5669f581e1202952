// Public: other features may import this file.
import { foldName } from '../../../../shared/text/plain-text.ts';
import type { Database } from '../../platform/db/database.ts';

/** In one order on every computer and database. */
const { compare } = new Intl.Collator('en');

/** Returns the labels of a document, in alphabetical order. */
export function listLabels(db: Database, documentId: string): string[] {
  const sql = 'SELECT label FROM document_label WHERE document_id = ?';
  return db
    .all<{ readonly label: string }>(sql, documentId)
    .map(({ label }) => label)
    .toSorted(compare);
}

/** Returns the labels of all documents that have some, in alphabetical order, by the ID of the document. */
export function listLabelsByDocument(db: Database): ReadonlyMap<string, string[]> {
  const labels = new Map<string, string[]>();
  const rows = db.all<{ readonly document_id: string; readonly label: string }>(
    'SELECT document_id, label FROM document_label',
  );
  for (const { document_id, label } of rows.toSorted((a, b) => compare(a.label, b.label)))
    labels.set(document_id, [...(labels.get(document_id) ?? []), label]);
  return labels;
}

/** Returns each label of an organization with the number of its documents, in alphabetical order. */
export function countLabels(
  db: Database,
  orgId: string,
): readonly { readonly label: string; readonly documents: number }[] {
  const counted = db.all<{ readonly label: string; readonly documents: number }>(
    `SELECT min(label) AS label, count(*) AS documents FROM document_label JOIN document USING (document_id)
     WHERE org_id = ? AND is_current = 1 AND status <> 'deleting' GROUP BY label COLLATE NOCASE`,
    orgId,
  );
  return counted.toSorted((a, b) => compare(a.label, b.label));
}

/** Returns labels as documents of the organization already spell them. New labels stay as they are. */
export function spellLabels(db: Database, orgId: string, labels: readonly string[]): string[] {
  if (labels.length === 0) return [];
  const known = new Map(countLabels(db, orgId).map(({ label }) => [foldName(label), label]));
  return labels.map((label) => known.get(foldName(label)) ?? label);
}

export function addLabel(db: Database, documentId: string, label: string): void {
  db.run('INSERT INTO document_label (document_id, label) VALUES (?, ?) ON CONFLICT DO NOTHING', documentId, label);
}

export function removeLabel(db: Database, documentId: string, label: string): void {
  db.run('DELETE FROM document_label WHERE document_id = ? AND label = ?', documentId, label);
}

export function deleteLabels(db: Database, documentId: string): void {
  db.run('DELETE FROM document_label WHERE document_id = ?', documentId);
}
