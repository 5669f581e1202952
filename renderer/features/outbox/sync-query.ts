import { queryOptions, useQuery } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { SyncPartId, SyncState, SyncStatus } from '../../../shared/workspaces/sync.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';
import { useIsLinked } from '../../data/session/session-query.ts';

/** The times in the status change without an event. */
const openPanelIntervalMs = 15_000;

const statusKey = ['sync', 'status'] as const;

export const syncStatusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: async ({ client, signal }) => {
    const { status } = await app(appRoutes.getSyncStatus, { signal });
    const shown = client.getQueryData<SyncStatus | null>(statusKey);
    const isNew = ({ name, refreshed_at }: SyncStatus['parts'][number]) =>
      refreshed_at !== null && isUnfetched(shown, name);
    // What has arrived is shown before the status says so. Otherwise, a list would be shown as empty for a moment.
    if (status?.parts.some(isNew))
      await client.refetchQueries({ type: 'active', predicate: ({ queryKey }) => queryKey[0] !== 'sync' });
    return status;
  },
});

export const outboxQuery = queryOptions({
  queryKey: ['sync', 'outbox'],
  queryFn: async ({ signal }) => (await app(appRoutes.listOutboxItems, { signal })).data,
});

/** Limits how often the status is fetched while many changes are sent. */
const minIntervalMs = 250;

/** Resolves when the status and the list of waiting changes are up to date. */
export function refetchSync(): Promise<void> {
  return invalidate(['sync']);
}

export const refreshSync = createRefresher(refetchSync, minIntervalMs);

/** Returns the sync status; undefined while it is loading, and if the workspace is not linked. */
export function useSyncStatus({ isPanelOpen = false } = {}): SyncStatus | undefined {
  const enabled = useIsLinked();
  const { data } = useQuery({
    ...syncStatusQuery,
    enabled,
    ...(isPanelOpen && { refetchInterval: openPanelIntervalMs }),
  });
  return data ?? undefined;
}

function isUnfetched(status: SyncStatus | null | undefined, name: SyncPartId): boolean {
  return status?.parts.find((part) => part.name === name)?.refreshed_at === null;
}

/** States in which nothing is fetched. */
const stoppedStates: readonly SyncState[] = ['offline', 'paused', 'wrong_organization'];

/** Whether a part of a linked workspace is fetched for the first time, so that what is missing may still arrive. */
export function useIsFirstFetch(name: SyncPartId): boolean {
  const status = useSyncStatus();
  const part = status?.parts.find((one) => one.name === name);
  if (!part || stoppedStates.includes(status?.state ?? 'offline')) return false;
  return isUnfetched(status, name) && part.error === null && part.is_permitted;
}
