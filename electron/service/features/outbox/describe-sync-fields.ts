import { noSyncFields, type SyncFields } from '../../../../shared/sync.ts';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { findRemoteItem, type RemoteItemKind } from '../remote/remote-item-queries.ts';
import type { Outbox } from './outbox.ts';

/** Returns what is known of an item from the remote, and its next change. `outbox` is null unless the workspace is linked. */
export function describeSyncFields(
  db: Database,
  outbox: Outbox | null,
  kind: RemoteItemKind,
  localId: string,
): SyncFields {
  if (!outbox) return noSyncFields;
  const item = findRemoteItem(db, kind, localId);
  const row = outbox.findOpen(localId);
  return {
    remote: {
      id: item?.remote_id ?? null,
      status: item?.remote_status ?? null,
      error: item?.error ?? null,
      fetched_at: typeof item?.fetched_at === 'number' ? formatTimestamp(item.fetched_at) : null,
    },
    pending: row ? outbox.describe(row) : null,
  };
}
