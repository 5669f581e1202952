import { appRoutes } from '../../../shared/contract/contract.ts';
import type { Snapshot, Workspace } from '../../../shared/workspaces/workspaces.ts';
import { saveBlob } from '../../data/save-file.ts';
import { app } from '../../data/service-clients.ts';
import { changeWorkspace } from './workspace-actions.ts';
import { showRequestError } from '../../data/show-request-error.ts';

/** Downloads everything that can be read of a workspace. */
export async function saveWorkspaceExport({ workspace_id, name }: Workspace): Promise<void> {
  try {
    const response = await app(appRoutes.exportWorkspace, { params: { workspace_id } });
    saveBlob(`${name}.zip`, await response.blob());
  } catch (error) {
    showRequestError(`“${name}” was not exported`, error);
  }
}

/** Restores a snapshot and opens the workspace. */
export function restoreSnapshot({ workspace_id }: Workspace, { snapshot_id }: Snapshot) {
  return changeWorkspace(() => app(appRoutes.restoreSnapshot, { params: { workspace_id }, json: { snapshot_id } }));
}
