import type { SyncFields } from '../../shared/workspaces/sync.ts';

/** Returns the ID that other programs can use: in a linked workspace, the remote's. Null until the remote has given one. */
export function findPublicId(localId: string, { remote }: Pick<SyncFields, 'remote'>): string | null {
  return remote ? remote.id : localId;
}
