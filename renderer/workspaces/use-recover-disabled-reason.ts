import { appRoutes } from '../../shared/contract.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';

/** Returns why the dialog that recovers a workspace cannot be opened, or null. */
export function useRecoverDisabledReason(): string | null {
  return useMissingPermission(appRoutes.listSnapshots, appRoutes.exportWorkspace, appRoutes.restoreSnapshot);
}
