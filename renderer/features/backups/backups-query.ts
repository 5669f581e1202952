import { queryOptions } from '@tanstack/react-query';
import type { BackupTask } from '../../../shared/workspaces/backups.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { invalidate } from '../../data/invalidate.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';

/** The backups, with their settings and the running task. Refetched on every mount, because no event reports changes of files. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => app(appRoutes.listBackups, { signal }),
  staleTime: 0,
});

export function refreshBackups(): void {
  void invalidate(backupsQuery.queryKey);
}

/** Updates the progress of the running task without fetching the list. */
export function setBackupTask(task: BackupTask): void {
  queryClient.setQueryData(backupsQuery.queryKey, (backups) => backups && { ...backups, task });
}
