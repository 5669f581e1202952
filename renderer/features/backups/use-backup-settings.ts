import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { formatError } from '../../format/format-error.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { backupsQuery, refreshBackups } from './backups-query.ts';

export type BackupSettingsChange = z.input<typeof appRoutes.updateBackupSettings.json>;

/** Changes the folder or the schedule. Rejects with a Problem without changing anything. */
export async function changeBackupSettings(change: BackupSettingsChange): Promise<void> {
  const changed = await app(appRoutes.updateBackupSettings, { json: change });
  queryClient.setQueryData(backupsQuery.queryKey, (backups) => backups && { ...backups, ...changed });
  refreshBackups(); // another folder has other backups
}

/** Returns a function that changes settings, one change after the other. An error is shown as a toast. */
export function useChangeBackupSettings(): (change: BackupSettingsChange) => void {
  const { mutate } = useMutation({
    scope: { id: 'backup-settings' },
    mutationFn: changeBackupSettings,
    onError: (error) => {
      refreshBackups(); // the change may be saved although the response was lost
      showErrorToast('The setting could not be saved', formatError(error));
    },
  });
  return mutate;
}
