import type { Workspace } from '../../shared/workspaces.ts';
import { formatSize } from '../format/format-size.ts';
import { formatError } from '../format/format-error.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast, showErrorToast } from '../ui/toasts.tsx';
import { getTotalBytes, useStorage } from './storage-query.ts';
import { deleteWorkspace } from './workspace-actions.ts';

type RemoveWorkspaceDialogProps = {
  readonly workspace: Workspace;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
};

/** A demo can be made again in one click; what is in a local workspace is lost, so its name must be typed. */
export function RemoveWorkspaceDialog({ workspace, isCurrent, onClose }: RemoveWorkspaceDialogProps) {
  const isDemo = workspace.kind === 'demo';
  const measured = useStorage().data?.workspaces.find(({ workspace_id }) => workspace_id === workspace.workspace_id);
  const size = measured ? ` (${formatSize(getTotalBytes(measured))})` : '';
  const remove = async () => {
    try {
      await deleteWorkspace(workspace, isCurrent);
      showToast(`“${workspace.name}” was removed`);
    } catch (error) {
      showErrorToast(`“${workspace.name}” was not removed`, formatError(error));
    }
  };
  return (
    <ConfirmDialog
      title="Remove workspace"
      confirmLabel="Remove workspace"
      cancelLabel="Keep"
      {...(!isDemo && { confirmationText: workspace.name })}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <strong className="font-medium text-ink">{workspace.name}</strong> is deleted from this computer with everything
        in it{size}: documents, agents, calls and their recordings, invoices, members, keys and the activity.
      </p>
      <p>{isDemo ? 'The demo can be made again at any time.' : 'There is no copy. This cannot be undone.'}</p>
    </ConfirmDialog>
  );
}
