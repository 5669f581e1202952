import type { Database } from '../../platform/db/database.ts';

/** Returns the labels of a document, in alphabetical order. */
export function listLabels(db: Database, documentId: string): string[] {
  const sql = 'SELECT label FROM document_label WHERE document_id = ? ORDER BY label';
  return db.all<{ readonly label: string }>(sql, documentId).map(({ label }) => label);
}

/** Returns the labels of all documents that have some, in alphabetical order, by the ID of the document. */
export function listLabelsByDocument(db: Database): ReadonlyMap<string, string[]> {
  const labels = new Map<string, string[]>();
  const sql = 'SELECT document_id, label FROM document_label ORDER BY document_id, label';
  for (const { document_id, label } of db.all<{ readonly document_id: string; readonly label: string }>(sql))
    labels.set(document_id, [...(labels.get(document_id) ?? []), label]);
  return labels;
}

/** Returns each label of an organization with the number of its documents, in alphabetical order. */
export function countLabels(
  db: Database,
  orgId: string,
): readonly { readonly label: string; readonly documents: number }[] {
  return db.all(
    `SELECT min(label) AS label, count(*) AS documents FROM document_label JOIN document USING (document_id)
     WHERE org_id = ? AND is_current = 1 AND status <> 'deleting' GROUP BY label COLLATE NOCASE ORDER BY 1`,
    orgId,
  );
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
