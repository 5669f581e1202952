// Public: other features may import this file.
import type { SavedItem } from '../../../../shared/organization/saved-items.ts';
import type { CallFilter } from '../../../../shared/calls/call-filter.ts';
import type { Database } from '../../platform/db/database.ts';
import { findByRemoteId, findRemoteItem, type RemoteItemKind } from '../remote/remote-item-queries.ts';

type ReplaceId = (kind: RemoteItemKind, id: string) => string;

/** Returns a saved item with the IDs that the remote gave to agents and members. Other IDs stay as they are. */
export function toRemoteItem(db: Database, item: SavedItem): SavedItem {
  return replaceIds(item, (kind, id) => findRemoteItem(db, kind, id)?.remote_id ?? id);
}

/** Returns a saved item of the remote with the IDs that agents and members have here. */
export function toLocalItem(db: Database, item: SavedItem): SavedItem {
  return replaceIds(item, (kind, id) => findByRemoteId(db, kind, id)?.local_id ?? id);
}

function replaceIds(item: SavedItem, replace: ReplaceId): SavedItem {
  if (item.kind !== 'call_view') return item;
  const { filter } = item.value;
  const replaced: CallFilter = {
    ...filter,
    ...(filter.agent !== undefined && { agent: replace('agent', filter.agent) }),
    ...(filter.assignee !== undefined && { assignee: replace('member', filter.assignee) }),
    ...(filter.reviewer !== undefined && { reviewer: replace('member', filter.reviewer) }),
  };
  return { ...item, value: { ...item.value, filter: replaced } };
}
