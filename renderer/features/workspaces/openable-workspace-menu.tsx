import { useQuery } from '@tanstack/react-query';
import { lazyComponent } from '../../data/lazy-component.ts';
import { Cable, Check, FlaskConical, PencilLine, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState, type ReactElement } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { readOnlyReason, type Workspace } from '../../../shared/workspaces/workspaces.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Menu, MenuRadioItem, MenuRadioGroup, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { formatWorkspaceKind } from './format-workspace-kind.ts';
import { useSwitchWorkspace } from './use-switch-workspace.tsx';
import { openDemo, openWorkspace } from './workspace-actions.ts';
import { workspacesQuery } from './workspaces-query.ts';

const RenameWorkspaceDialog = lazyComponent(
  async () => (await import('./rename-workspace-dialog.tsx')).RenameWorkspaceDialog,
);
const RemoveWorkspaceDialog = lazyComponent(
  async () => (await import('./remove-workspace-dialog.tsx')).RemoveWorkspaceDialog,
);

type OpenDialog = 'rename' | 'remove';

export function OpenableWorkspaceMenu({ trigger }: { readonly trigger: ReactElement<Record<string, unknown>> }) {
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
      <Menu trigger={trigger}>
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
