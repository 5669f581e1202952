// Public: other features may import this file.
import { noSyncFields, type SyncFields } from '../../../../shared/workspaces/sync.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  findRemoteItem,
  listRemoteItems,
  type RemoteItem,
  type RemoteItemKind,
} from '../remote/remote-item-queries.ts';
import type { Outbox } from './outbox.ts';
import type { OpenOutboxRow } from './outbox-queries.ts';

/** Returns what is known of an item from the remote, and its next change. `outbox` is null unless the workspace is linked. */
export function describeSyncFields(
  db: Database,
  outbox: Outbox | null,
  kind: RemoteItemKind,
  localId: string,
): SyncFields {
  if (!outbox) return noSyncFields;
  return toSyncFields(outbox, findRemoteItem(db, kind, localId), outbox.findOpen(localId));
}

/** Returns the same function for a list of items, which reads all items of a kind and all changes with one query each. */
export function createSyncFieldsReader(
  db: Database,
  outbox: Outbox | null,
  kind: RemoteItemKind,
): (localId: string) => SyncFields {
  if (!outbox) return () => noSyncFields;
  const items = new Map(listRemoteItems(db, kind).map((item) => [item.local_id, item]));
  const changes = outbox.listFirst();
  return (localId) => toSyncFields(outbox, items.get(localId), changes.get(localId));
}

/** `row` is the oldest open change of the item. */
function toSyncFields(outbox: Outbox, item: RemoteItem | undefined, row: OpenOutboxRow | undefined): SyncFields {
  return {
    remote: {
      id: item?.remote_id ?? null,
      status: item?.remote_status ?? null,
      error: item?.error ?? null,
      fetched_at: typeof item?.fetched_at === 'number' ? formatTimestamp(item.fetched_at) : null,
    },
    pending: row ? outbox.describe(row, { isFirst: true }) : null,
  };
}
