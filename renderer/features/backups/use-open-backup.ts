import { useCallback } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { openRestoreDialog, type RestoreSource } from './restore-store.ts';

/** Returns a function that opens the dialog that restores a backup file, which was dropped or opened with the application. */
export function useOpenBackup(): (source: RestoreSource) => void {
  const missingPermission = useMissingPermission(appRoutes.restoreBackup, appRoutes.uploadBackup);
  return useCallback(
    (source) => {
      if (missingPermission) showErrorToast('The backup was not opened', missingPermission);
      else openRestoreDialog(source);
    },
    [missingPermission],
  );
}
