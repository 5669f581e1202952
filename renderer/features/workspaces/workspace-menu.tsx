import { ChevronsUpDown } from 'lucide-react';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { useSession } from '../../data/session/session-query.ts';
import { LazyMenu } from '../../ui/dialogs/lazy-menu.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { classNames } from '../../ui/page/class-names.ts';
import { useWorkspaceChange } from './workspace-change-store.ts';
import { WorkspaceTile } from './workspace-tile.tsx';

const OpenableWorkspaceMenu = lazyComponent(
  async () => (await import('./openable-workspace-menu.tsx')).OpenableWorkspaceMenu,
);

/** Shows the open workspace, and opens, creates, renames or removes one. */
export function WorkspaceMenu({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { workspace } = useSession();
  const isChanging = useWorkspaceChange(({ isRunning }) => isRunning);
  if (!workspace) return null;
  return (
    <div className="relative w-full min-w-0">
      <LazyMenu menu={OpenableWorkspaceMenu} trigger={<Trigger workspace={workspace} isCollapsed={isCollapsed} />} />
      {isChanging && (
        <ProgressBar
          label="Opening workspace"
          fraction={null}
          className="fade-in-delayed absolute inset-x-1.5 -bottom-0.5"
        />
      )}
    </div>
  );
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
