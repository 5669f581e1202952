import type { Workspace } from '../../shared/workspaces.ts';
import { formatSize } from '../format/format-size.ts';
import { tellError } from '../format/tell-error.ts';
import { Confirm } from '../ui/confirm.tsx';
import { tell, tellFailure } from '../ui/toasts.tsx';
import { totalOf, useStorage } from './measured-storage.ts';
import { removeWorkspace } from './workspace-actions.ts';

type RemoveWorkspaceConfirmProps = {
  readonly workspace: Workspace;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
};

/** A demo can be made again in one click; what is in a local workspace is lost, so its name must be typed. */
export function RemoveWorkspaceConfirm({ workspace, isCurrent, onClose }: RemoveWorkspaceConfirmProps) {
  const isDemo = workspace.kind === 'demo';
  const measured = useStorage().data?.workspaces.find(({ workspace_id }) => workspace_id === workspace.workspace_id);
  const size = measured ? ` (${formatSize(totalOf(measured))})` : '';
  const remove = async () => {
    try {
      await removeWorkspace(workspace, isCurrent);
      tell(`“${workspace.name}” was removed`);
    } catch (error) {
      tellFailure(`“${workspace.name}” was not removed`, tellError(error));
    }
  };
  return (
    <Confirm
      title="Remove workspace"
      deed="Remove workspace"
      safe="Keep"
      {...(!isDemo && { typeToConfirm: workspace.name })}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <strong className="font-medium text-ink">{workspace.name}</strong> is deleted from this computer with everything
        in it{size}: documents, agents, calls and their recordings, invoices, members, keys and the activity.
      </p>
      <p>{isDemo ? 'The demo can be made again at any time.' : 'There is no copy. This cannot be undone.'}</p>
    </Confirm>
  );
}
