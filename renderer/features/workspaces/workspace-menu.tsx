import { useQuery } from '@tanstack/react-query';
import { lazyComponent } from '../../data/lazy-component.ts';
import { Cable, Check, ChevronsUpDown, FlaskConical, PencilLine, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { readOnlyReason, type Workspace } from '../../../shared/workspaces/workspaces.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { useSession } from '../../data/session/session-query.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { Menu, MenuRadioItem, MenuRadioGroup, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { formatWorkspaceKind } from './format-workspace-kind.ts';
import { useSwitchWorkspace } from './use-switch-workspace.tsx';
import { openDemo, openWorkspace } from './workspace-actions.ts';
import { WorkspaceTile } from './workspace-tile.tsx';
import { workspacesQuery } from './workspaces-query.ts';

const RenameWorkspaceDialog = lazyComponent(
  async () => (await import('./rename-workspace-dialog.tsx')).RenameWorkspaceDialog,
);
const RemoveWorkspaceDialog = lazyComponent(
  async () => (await import('./remove-workspace-dialog.tsx')).RemoveWorkspaceDialog,
);

type OpenDialog = 'rename' | 'remove';

export function WorkspaceMenu({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { workspace } = useSession();
  const roleReason = useMissingPermission(appRoutes.renameWorkspace);
  const removeDisabledReason = useMissingPermission(appRoutes.deleteWorkspace);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { switchTo, confirmDialog } = useSwitchWorkspace();
  const workspaces = useQuery(workspacesQuery).data?.data ?? [];
  if (!workspace) return null;
  const isDemoOpen = workspace.kind === 'demo';
  return (
    <>
      <Menu trigger={<Trigger workspace={workspace} isCollapsed={isCollapsed} />}>
        <MenuRadioGroup
          label="Workspaces"
          value={workspace.workspace_id}
          onChange={(id) => {
            if (id !== workspace.workspace_id) void switchTo(() => openWorkspace(id));
          }}
        >
          {workspaces.map((item) => (
            <MenuRadioItem
              key={item.workspace_id}
              value={item.workspace_id}
              indicator={<Check aria-hidden size={14} />}
              note={getNote(item)}
              isDisabled={item.error !== null && !item.is_read_only}
            >
              {item.name}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuItem icon={<Plus aria-hidden size={14} />} onSelect={() => openOverlay('new-workspace')}>
          New workspace…
        </MenuItem>
        <MenuItem icon={<Cable aria-hidden size={14} />} onSelect={() => openOverlay('connect-workspace')}>
          Connect to a remote service…
        </MenuItem>
        {!isDemoOpen && (
          <MenuItem icon={<FlaskConical aria-hidden size={14} />} onSelect={() => void switchTo(openDemo)}>
            Open the demo
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={<PencilLine aria-hidden size={14} />}
          disabledReason={roleReason ?? (workspace.is_read_only ? readOnlyReason : null)}
          onSelect={() => setDialog('rename')}
        >
          Rename…
        </MenuItem>
        <MenuItem
          icon={<Trash2 aria-hidden size={14} />}
          disabledReason={removeDisabledReason}
          onSelect={() => setDialog('remove')}
        >
          Remove…
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === 'rename' && <RenameWorkspaceDialog workspace={workspace} onClose={() => setDialog(null)} />}
        {dialog === 'remove' && (
          <RemoveWorkspaceDialog workspace={workspace} isCurrent onClose={() => setDialog(null)} />
        )}
      </Suspense>
      {confirmDialog}
    </>
  );
}

function getNote(workspace: Workspace): string | undefined {
  const { kind, error, is_read_only } = workspace;
  if (is_read_only) return 'Read-only';
  if (error !== null) return 'Cannot be opened';
  return kind === 'local' ? undefined : formatWorkspaceKind(workspace);
}

type TriggerProps = { readonly workspace: Workspace; readonly isCollapsed: boolean };

function Trigger({ workspace, isCollapsed, ...button }: TriggerProps) {
  return (
    <button
      type="button"
      {...button}
      className="flex h-9 w-full min-w-0 items-center gap-2 rounded-control px-1.5 text-left hover:bg-hover data-popup-open:bg-well"
    >
      <WorkspaceTile name={workspace.name} />
      <span
        title={workspace.name}
        className={classNames('min-w-0 flex-1 truncate font-medium', isCollapsed && 'sr-only')}
      >
        <span className="sr-only">Workspace: </span>
        {workspace.name}
      </span>
      <ChevronsUpDown
        aria-hidden
        size={13}
        className={classNames('-ml-1 shrink-0 text-muted', isCollapsed && 'hidden')}
      />
    </button>
  );
}
