// Public: other features may import this file.
import type { Database } from '../../platform/db/database.ts';

export type RemoteItemKind =
  | 'document'
  | 'call'
  | 'agent_request'
  | 'agent'
  | 'member'
  | 'invoice'
  | 'criterion'
  | 'saved_item';

/** Maps the local ID of a mirrored item to the ID that the remote gave it. */
export type RemoteItem = {
  readonly kind: RemoteItemKind;
  readonly local_id: string;
  readonly remote_id: string;
  /** A remote status that this application does not know, as sent by the remote. */
  readonly remote_status: string | null;
  readonly etag: string | null;
  readonly fetched_at: number | null;
  /** Why it could not be refreshed, as a sentence. */
  readonly error: string | null;
};

export function findRemoteItem(db: Database, kind: RemoteItemKind, localId: string): RemoteItem | undefined {
  return db.get<RemoteItem>('SELECT * FROM remote_item WHERE kind = ? AND local_id = ?', kind, localId);
}

export function findByRemoteId(db: Database, kind: RemoteItemKind, remoteId: string): RemoteItem | undefined {
  return db.get<RemoteItem>('SELECT * FROM remote_item WHERE kind = ? AND remote_id = ?', kind, remoteId);
}

/** Returns the local IDs of those items that are known, by their remote IDs. */
export function findLocalIds(
  db: Database,
  kind: RemoteItemKind,
  remoteIds: readonly string[],
): ReadonlyMap<string, string> {
  const rows = db.all<Pick<RemoteItem, 'remote_id' | 'local_id'>>(
    'SELECT remote_id, local_id FROM json_each(?) CROSS JOIN remote_item ON remote_id = value AND kind = ?',
    JSON.stringify(remoteIds),
    kind,
  );
  return new Map(rows.map(({ remote_id, local_id }) => [remote_id, local_id]));
}

export function listRemoteItems(db: Database, kind: RemoteItemKind): readonly RemoteItem[] {
  return db.all<RemoteItem>('SELECT * FROM remote_item WHERE kind = ?', kind);
}

/** Returns the number of items that could not be refreshed, and the reason of one of them, without those that `except` names. */
export function countItemErrors(
  db: Database,
  kind: RemoteItemKind,
  except: Iterable<string> = [],
): { readonly count: number; readonly error: string | null } {
  const row = db.get<{ readonly count: number; readonly error: string | null }>(
    `SELECT count(*) AS count, min(error) AS error FROM remote_item INDEXED BY remote_item_with_error
     WHERE kind = ? AND error IS NOT NULL AND remote_id NOT IN (SELECT value FROM json_each(?))`,
    kind,
    JSON.stringify([...except]),
  );
  return row ?? { count: 0, error: null };
}

/** Stores an item, or replaces the one with the same local ID. */
export function storeRemoteItem(
  db: Database,
  item: Pick<RemoteItem, 'kind' | 'local_id' | 'remote_id'> & Partial<RemoteItem>,
): void {
  db.run(
    `INSERT INTO remote_item (kind, local_id, remote_id, remote_status, etag, fetched_at, error) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, local_id) DO UPDATE SET remote_id = excluded.remote_id, remote_status = excluded.remote_status,
       etag = excluded.etag, fetched_at = excluded.fetched_at, error = excluded.error`,
    item.kind,
    item.local_id,
    item.remote_id,
    item.remote_status ?? null,
    item.etag ?? null,
    item.fetched_at ?? null,
    item.error ?? null,
  );
}

/** Stores items that are not known yet with one statement, because a remote can have many. */
export function insertRemoteItems(
  db: Database,
  kind: RemoteItemKind,
  items: readonly Pick<RemoteItem, 'local_id' | 'remote_id' | 'remote_status'>[],
): void {
  db.run(
    `INSERT INTO remote_item (kind, local_id, remote_id, remote_status)
     SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
    kind,
    JSON.stringify(items.map(({ local_id, remote_id, remote_status }) => [local_id, remote_id, remote_status])),
  );
}

export function deleteRemoteItem(db: Database, kind: RemoteItemKind, localId: string): void {
  db.run('DELETE FROM remote_item WHERE kind = ? AND local_id = ?', kind, localId);
}

/** A table whose rows are in the order of the remote's list. */
export type ListedTable = 'call' | 'document';

/** Returns the highest row id that a table ever had. */
export function findLastRowId(db: Database, table: ListedTable): number {
  return db.get<{ readonly seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', table)?.seq ?? 0;
}

/** Returns the number of free row ids between a row id and the next lower row. */
export function countFreeRowIds(db: Database, table: ListedTable, rowId: number): number {
  const sql = `SELECT coalesce(max(id), 0) AS id FROM ${table} WHERE id < ?`;
  return rowId - 1 - (db.get<{ readonly id: number }>(sql, rowId)?.id ?? 0);
}
