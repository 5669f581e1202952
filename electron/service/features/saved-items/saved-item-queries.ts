// Public: other features may import this file.
import { renamedKinds, type SavedItem, type SavedItemKind } from '../../../../shared/organization/saved-items.ts';
import { recordChange } from '../../platform/changes/change-queries.ts';
import type { Database } from '../../platform/db/database.ts';

type SavedItemRow = {
  readonly saved_id: string;
  readonly kind: SavedItemKind;
  readonly name: string;
  readonly value: string;
};

/** Returns all saved items, sorted by kind and name. */
export function listSavedItems(db: Database, orgId: string): readonly SavedItem[] {
  return db
    .all<SavedItemRow>(
      'SELECT saved_id, kind, name, value FROM saved_item WHERE org_id = ? ORDER BY kind, name COLLATE NOCASE, saved_id',
      orgId,
    )
    .map(toSavedItem);
}

export function countSavedItems(db: Database, orgId: string): number {
  return (
    db.get<{ readonly count: number }>('SELECT count(*) AS count FROM saved_item WHERE org_id = ?', orgId)?.count ?? 0
  );
}

export function findSavedItem(db: Database, orgId: string, kind: SavedItemKind, name: string): SavedItem | undefined {
  const row = db.get<SavedItemRow>(
    'SELECT saved_id, kind, name, value FROM saved_item WHERE org_id = ? AND kind = ? AND name = ?',
    orgId,
    kind,
    name,
  );
  return row && toSavedItem(row);
}

/** Stores an item. An existing item of the same kind and name keeps its id and gets the new value. */
export function upsertSavedItem(db: Database, orgId: string, item: SavedItem): void {
  db.run(
    `INSERT INTO saved_item (saved_id, org_id, kind, name, value) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (org_id, kind, name) DO UPDATE SET value = excluded.value`,
    item.saved_id,
    orgId,
    item.kind,
    item.name,
    JSON.stringify(item.value),
  );
  record(db, item);
}

export function findSavedItemById(db: Database, orgId: string, savedId: string): SavedItem | undefined {
  const sql = 'SELECT saved_id, kind, name, value FROM saved_item WHERE org_id = ? AND saved_id = ?';
  const row = db.get<SavedItemRow>(sql, orgId, savedId);
  return row && toSavedItem(row);
}

export function renameSavedItem(db: Database, orgId: string, item: SavedItem, name: string): void {
  db.run('UPDATE saved_item SET name = ? WHERE org_id = ? AND saved_id = ?', name, orgId, item.saved_id);
  record(db, item);
}

/** Deletes an item, if it exists. */
export function deleteSavedItem(db: Database, orgId: string, savedId: string): void {
  const row = db.get<SavedItemRow>(
    'DELETE FROM saved_item WHERE org_id = ? AND saved_id = ? RETURNING saved_id, kind, name, value',
    orgId,
    savedId,
  );
  if (row) record(db, row);
}

function record(db: Database, { kind, saved_id }: Pick<SavedItem, 'kind' | 'saved_id'>): void {
  if (renamedKinds.includes(kind)) recordChange(db, 'saved_item', saved_id);
}

function toSavedItem({ value, ...row }: SavedItemRow): SavedItem {
  return { ...row, value: JSON.parse(value) } as SavedItem; // validated by the route before it was stored
}
