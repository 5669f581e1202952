import { useQuery } from '@tanstack/react-query';
import { Cable, History, PencilLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { formatError } from '../../format/format-error.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { formatWorkspaceKind } from './format-workspace-kind.ts';
import { RecoverWorkspaceDialog } from './recover-workspace-dialog.tsx';
import { RemoveWorkspaceDialog } from './remove-workspace-dialog.tsx';
import { RenameWorkspaceDialog } from './rename-workspace-dialog.tsx';
import { useSwitchWorkspace } from './use-switch-workspace.tsx';
import { useRecoverDisabledReason } from './use-recover-disabled-reason.ts';
import { openWorkspace, openWorkspaceReadOnly } from './workspace-actions.ts';
import { WorkspaceTile } from './workspace-tile.tsx';
import { workspacesQuery } from './workspaces-query.ts';

type OpenDialog = { readonly kind: 'rename' | 'remove' | 'recover'; readonly workspace: Workspace };

/** Lists all workspaces of the data folder with their actions. */
export function WorkspaceList() {
  const list = useQuery(workspacesQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { switchTo, confirmDialog } = useSwitchWorkspace();
  const close = () => setDialog(null);
  if (list.isError)
    return (
      <ErrorState
        title="Workspaces could not be loaded"
        detail={formatError(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  if (!list.data) return null;
  const { data: workspaces, current_id } = list.data;
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label="Workspaces" className="w-full border-t border-line">
        {workspaces.map((workspace) => (
          <WorkspaceRow
            key={workspace.workspace_id}
            workspace={workspace}
            isCurrent={workspace.workspace_id === current_id}
            onOpen={() => void switchTo(() => openWorkspace(workspace.workspace_id))}
            onOpenReadOnly={() => void switchTo(() => openWorkspaceReadOnly(workspace.workspace_id))}
            onRename={() => setDialog({ kind: 'rename', workspace })}
            onRecover={() => setDialog({ kind: 'recover', workspace })}
            onRemove={() => setDialog({ kind: 'remove', workspace })}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Plus aria-hidden size={14} />} onClick={() => openOverlay('new-workspace')}>
          New workspace…
        </Button>
        <Button icon={<Cable aria-hidden size={14} />} onClick={() => openOverlay('connect-workspace')}>
          Connect to a remote service…
        </Button>
      </div>
      {dialog?.kind === 'rename' && <RenameWorkspaceDialog workspace={dialog.workspace} onClose={close} />}
      {dialog?.kind === 'recover' && <RecoverWorkspaceDialog workspace={dialog.workspace} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <RemoveWorkspaceDialog
          workspace={dialog.workspace}
          isCurrent={dialog.workspace.workspace_id === current_id}
          onClose={close}
        />
      )}
      {confirmDialog}
    </div>
  );
}

type WorkspaceRowProps = {
  readonly workspace: Workspace;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onOpenReadOnly: () => void;
  readonly onRename: () => void;
  readonly onRecover: () => void;
  readonly onRemove: () => void;
};

function WorkspaceRow(props: WorkspaceRowProps) {
  const { workspace, isCurrent, onOpen, onOpenReadOnly, onRename, onRecover, onRemove } = props;
  const { name, created_at, error, is_readable, is_read_only } = workspace;
  const renameDisabledReason = useMissingPermission(appRoutes.renameWorkspace);
  const recoverDisabledReason = useRecoverDisabledReason();
  const removeDisabledReason = useMissingPermission(appRoutes.deleteWorkspace);
  return (
    <li aria-label={name} className="flex min-h-12 items-center gap-3 border-b border-line py-1.5">
      <WorkspaceTile name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-small text-muted">
          {error ?? (
            <>
              {formatWorkspaceKind(workspace)} · created <RelativeTime at={created_at} />
            </>
          )}
        </p>
      </div>
      {isCurrent && <span className="px-2 text-small text-muted">{is_read_only ? 'Open read-only' : 'Open'}</span>}
      {!isCurrent && error === null && (
        <Button size="small" aria-label={`Open ${name}`} onClick={onOpen}>
          Open
        </Button>
      )}
      {!isCurrent && error !== null && is_readable && (
        <Button size="small" aria-label={`Open read-only: ${name}`} onClick={onOpenReadOnly}>
          Open read-only
        </Button>
      )}
      <IconButton
        label={`Recover ${name}`}
        disabledReason={recoverDisabledReason}
        icon={<History aria-hidden size={14} />}
        onClick={onRecover}
      />
      <IconButton
        label={`Rename ${name}`}
        disabledReason={renameDisabledReason ?? error}
        icon={<PencilLine aria-hidden size={14} />}
        onClick={onRename}
      />
      <IconButton
        label={`Remove ${name}`}
        disabledReason={removeDisabledReason}
        icon={<Trash2 aria-hidden size={14} />}
        onClick={onRemove}
      />
    </li>
  );
}
