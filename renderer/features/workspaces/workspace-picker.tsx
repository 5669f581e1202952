import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { formatWorkspaceKind } from './format-workspace-kind.ts';
import { RecoverWorkspaceDialog } from './recover-workspace-dialog.tsx';
import { saveWorkspaceExport } from './recover-workspace.ts';
import { RemoveWorkspaceDialog } from './remove-workspace-dialog.tsx';
import { openWorkspace, openWorkspaceReadOnly } from './workspace-actions.ts';
import { WorkspaceTile } from './workspace-tile.tsx';
import { workspacesQuery } from './workspaces-query.ts';

type WorkspacePickerProps = { readonly onFailure: (error: unknown) => void };

/** Lists the workspaces to open. Renders nothing if there are none. */
export function WorkspacePicker({ onFailure }: WorkspacePickerProps) {
  const list = useQuery(workspacesQuery);
  const [isOpening, run] = useBusy();
  const [dialog, setDialog] = useState<{ readonly kind: 'recover' | 'remove'; readonly id: string } | null>(null);
  if (list.isLoadingError)
    return (
      <div role="alert" className="mb-8 flex items-center gap-3">
        <p className="text-bad">Workspaces could not be loaded. {formatError(list.error)}</p>
        <Button size="small" onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    );
  const workspaces = list.data?.data ?? [];
  const chosen = workspaces.find(({ workspace_id }) => workspace_id === dialog?.id);
  if (workspaces.length === 0) return null;
  return (
    <section aria-label="Workspaces" className="mb-8">
      <h2 className="mb-2 text-section">Open a workspace</h2>
      <ul className="border-t border-line">
        {workspaces.map((workspace) => (
          <li key={workspace.workspace_id} aria-label={workspace.name} className="border-b border-line py-1">
            {workspace.error === null ? (
              <button
                type="button"
                aria-busy={isOpening}
                onClick={() => void run(() => openWorkspace(workspace.workspace_id).catch(onFailure))}
                className="flex min-h-10 w-full items-center gap-3 rounded-control px-1.5 text-left hover:bg-hover"
              >
                <WorkspaceTile name={workspace.name} />
                <span className="min-w-0 flex-1 truncate font-medium">{workspace.name}</span>
                <span className="max-w-1/2 truncate text-small text-muted">{formatWorkspaceKind(workspace)}</span>
              </button>
            ) : (
              <DamagedWorkspace
                workspace={workspace}
                isOpening={isOpening}
                onOpenReadOnly={() => void run(() => openWorkspaceReadOnly(workspace.workspace_id).catch(onFailure))}
                onRecover={() => setDialog({ kind: 'recover', id: workspace.workspace_id })}
                onRemove={() => setDialog({ kind: 'remove', id: workspace.workspace_id })}
              />
            )}
          </li>
        ))}
      </ul>
      {chosen && dialog?.kind === 'recover' && (
        <RecoverWorkspaceDialog workspace={chosen} onClose={() => setDialog(null)} />
      )}
      {chosen && dialog?.kind === 'remove' && (
        <RemoveWorkspaceDialog workspace={chosen} isCurrent={false} onClose={() => setDialog(null)} />
      )}
    </section>
  );
}

type DamagedWorkspaceProps = {
  readonly workspace: Workspace;
  readonly isOpening: boolean;
  readonly onOpenReadOnly: () => void;
  readonly onRecover: () => void;
  readonly onRemove: () => void;
};

/** Shows why a workspace cannot be opened, and what can still be done with it. */
function DamagedWorkspace({ workspace, isOpening, onOpenReadOnly, onRecover, onRemove }: DamagedWorkspaceProps) {
  const { name, error, is_readable } = workspace;
  const [isExporting, runExport] = useBusy();
  return (
    <div className="flex gap-3 px-1.5 py-1.5">
      <WorkspaceTile name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-small text-bad">{error}</p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          {is_readable && (
            <Button size="small" aria-label={`Open read-only: ${name}`} aria-busy={isOpening} onClick={onOpenReadOnly}>
              Open read-only
            </Button>
          )}
          <Button size="small" aria-label={`Restore snapshot of ${name}`} onClick={onRecover}>
            Restore snapshot…
          </Button>
          <Button
            size="small"
            aria-label={`Export what can be read of ${name}`}
            aria-busy={isExporting}
            onClick={() => void runExport(() => saveWorkspaceExport(workspace))}
          >
            Export what can be read
          </Button>
          <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove…
          </Button>
        </div>
      </div>
    </div>
  );
}
