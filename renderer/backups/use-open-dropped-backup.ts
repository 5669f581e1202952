import { useCallback } from 'react';
import { appRoutes } from '../../shared/contract.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { showErrorToast } from '../ui/toasts.tsx';
import { openRestoreDialog } from './restore-store.ts';

/** Returns a function that opens the dialog that restores a backup file. */
export function useOpenDroppedBackup(): (file: File) => void {
  const missingPermission = useMissingPermission(appRoutes.restoreBackup, appRoutes.uploadBackup);
  return useCallback(
    (file) => {
      if (missingPermission) showErrorToast('The backup was not opened', missingPermission);
      else openRestoreDialog({ kind: 'file', file });
    },
    [missingPermission],
  );
}
