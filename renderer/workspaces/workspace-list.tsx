import { useQuery } from '@tanstack/react-query';
import { PencilLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { appRoutes } from '../../shared/contract.ts';
import type { Workspace } from '../../shared/workspaces.ts';
import { tellError } from '../format/tell-error.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Time } from '../ui/time.tsx';
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx';
import { RemoveWorkspaceConfirm } from './remove-workspace-confirm.tsx';
import { RenameWorkspaceDialog } from './rename-workspace-dialog.tsx';
import { useSwitchWorkspace } from './use-switch-workspace.tsx';
import { openWorkspace } from './workspace-actions.ts';
import { WorkspaceTile } from './workspace-tile.tsx';
import { workspacesQuery } from './workspaces-query.ts';

type Asked = { readonly what: 'new' } | { readonly what: 'rename' | 'remove'; readonly workspace: Workspace };

/** All workspaces in the data folder, each with what can be done to it. */
export function WorkspaceList() {
  const list = useQuery(workspacesQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { switchTo, question } = useSwitchWorkspace();
  const close = () => setAsked(null);
  if (list.isError)
    return (
      <Failure
        title="The workspaces could not be listed"
        detail={tellError(list.error)}
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
            onOpen={() => switchTo(() => openWorkspace(workspace.workspace_id))}
            onRename={() => setAsked({ what: 'rename', workspace })}
            onRemove={() => setAsked({ what: 'remove', workspace })}
          />
        ))}
      </ul>
      <Button icon={<Plus aria-hidden size={14} />} onClick={() => setAsked({ what: 'new' })}>
        New local workspace
      </Button>
      {asked?.what === 'new' && <NewWorkspaceDialog onClose={close} />}
      {asked?.what === 'rename' && <RenameWorkspaceDialog workspace={asked.workspace} onClose={close} />}
      {asked?.what === 'remove' && (
        <RemoveWorkspaceConfirm
          workspace={asked.workspace}
          isCurrent={asked.workspace.workspace_id === current_id}
          onClose={close}
        />
      )}
      {question}
    </div>
  );
}

type WorkspaceRowProps = {
  readonly workspace: Workspace;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
};

function WorkspaceRow({ workspace, isCurrent, onOpen, onRename, onRemove }: WorkspaceRowProps) {
  const { name, kind, created_at, trouble } = workspace;
  const renameUnavailable = usePermission(appRoutes.renameWorkspace);
  const removeUnavailable = usePermission(appRoutes.removeWorkspace);
  return (
    <li aria-label={name} className="flex min-h-12 items-center gap-3 border-b border-line py-1.5">
      <WorkspaceTile name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-small text-muted">
          {trouble ?? (
            <>
              {kind === 'demo' ? 'Demo' : 'Local'} · created <Time at={created_at} />
            </>
          )}
        </p>
      </div>
      {isCurrent ? (
        <span className="px-2 text-small text-muted">Open now</span>
      ) : (
        <Button size="small" aria-label={`Open ${name}`} unavailable={trouble} onClick={onOpen}>
          Open
        </Button>
      )}
      <IconButton
        label={`Rename ${name}`}
        unavailable={renameUnavailable ?? trouble}
        icon={<PencilLine aria-hidden size={14} />}
        onClick={onRename}
      />
      <IconButton
        label={`Remove ${name}`}
        unavailable={removeUnavailable}
        icon={<Trash2 aria-hidden size={14} />}
        onClick={onRemove}
      />
    </li>
  );
}
