import type { Database } from '../db/database.ts';

/** The kinds of members' work that clients fetch. */
export type ChangedKind = 'review' | 'note' | 'score' | 'outcome' | 'follow_up' | 'criterion' | 'saved_item';

/** An item that was changed or deleted. `call_id` is empty for an item without a call. Calls are recorded by triggers. */
export type ChangedItem = {
  readonly position: number;
  readonly kind: ChangedKind | 'call';
  readonly item_id: string;
  readonly call_id: string;
};

/** Stores that an item was changed or deleted, in the same transaction. */
export function recordChange(db: Database, kind: ChangedKind, itemId: string, callId = ''): void {
  db.run('DELETE FROM changed_item WHERE kind = ? AND item_id = ? AND call_id = ?', kind, itemId, callId);
  db.run('INSERT INTO changed_item (kind, item_id, call_id) VALUES (?, ?, ?)', kind, itemId, callId);
}

/** Lists the members' work, or the calls, that changed after a position, the earliest change first. */
export function listChangedItems(
  db: Database,
  { after, limit, areCalls }: { readonly after: number; readonly limit: number; readonly areCalls: boolean },
): readonly ChangedItem[] {
  const sql = `SELECT * FROM changed_item WHERE position > ? AND kind ${areCalls ? '=' : '<>'} 'call' ORDER BY position LIMIT ?`;
  return db.all<ChangedItem>(sql, after, limit);
}

/** Returns the position of the latest change; 0 without one. */
export function findLastPosition(db: Database): number {
  return db.get<{ readonly last: number }>('SELECT coalesce(max(position), 0) AS last FROM changed_item')?.last ?? 0;
}
