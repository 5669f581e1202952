import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { formatSize } from '../../format/format-size.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { getTotalBytes, useStorage } from '../../data/storage-query.ts';
import { useSwitchWorkspace } from './use-switch-workspace.tsx';
import { deleteWorkspace } from './workspace-actions.ts';
import { showRequestError } from '../../data/show-request-error.ts';

type RemoveWorkspaceDialogProps = {
  readonly workspace: Workspace;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
};

const ownData = 'all documents, agents, calls, recordings, invoices, members, API keys and activity';
const fetchedData = 'everything that was fetched, its activity, and changes that were not sent';

const localNote = 'Without a backup file, you can’t undo this.';
const linkedNote =
  'The remote keeps its data. Connect to it again to fetch it, but changes that were not sent are lost.';

/** Confirms the removal of a workspace, and that its uploads stop. The user must type its name, unless it is the demo. */
export function RemoveWorkspaceDialog({ workspace, isCurrent, onClose }: RemoveWorkspaceDialogProps) {
  const isDemo = workspace.kind === 'demo';
  const isLinked = workspace.kind === 'linked';
  const storage = useStorage().data?.workspaces.find(({ workspace_id }) => workspace_id === workspace.workspace_id);
  const size = storage ? ` (${formatSize(getTotalBytes(storage))})` : '';
  const { switchTo, confirmDialog } = useSwitchWorkspace({ confirmLabel: 'Stop and remove' });
  const remove = async () => {
    try {
      await deleteWorkspace(workspace, isCurrent);
      showToast(`“${workspace.name}” was removed`);
    } catch (error) {
      showRequestError(`“${workspace.name}” was not removed`, error);
    }
    onClose();
  };
  if (confirmDialog) return confirmDialog;
  return (
    <ConfirmDialog
      title="Remove workspace"
      {...(!isDemo && { confirmationText: workspace.name })}
      onConfirm={() => (isCurrent ? switchTo(remove) : remove())}
      onClose={onClose}
    >
      <p>
        This deletes <strong className="font-medium text-ink">{workspace.name}</strong>
        {size} from this computer, with {isLinked ? fetchedData : ownData}.
      </p>
      <p>{isDemo ? 'You can create the demo again at any time.' : isLinked ? linkedNote : localNote}</p>
    </ConfirmDialog>
  );
}
