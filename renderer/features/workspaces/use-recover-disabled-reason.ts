import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';

/** Returns why the dialog that recovers a workspace cannot be opened, or null. */
export function useRecoverDisabledReason(): string | null {
  return useMissingPermission(appRoutes.listSnapshots, appRoutes.exportWorkspace, appRoutes.restoreSnapshot);
}
